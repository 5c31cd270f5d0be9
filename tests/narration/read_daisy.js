// Reads DAISY books with Readium's reader (npm: r2-shared-js) and prints what it found in each.
const base = process.argv[2] + "/node_modules/r2-shared-js/dist/es8-es2017/src/";
const globals = require(base + "init-globals");
const { PublicationParsePromise } = require(base + "parser/publication-parser");
const { lazyLoadMediaOverlays } = require(base + "parser/epub-daisy-common");

globals.initGlobalConverters_GENERIC();
globals.initGlobalConverters_SHARED();

function clipsOf(node, found) {
  if (node.Audio) {
    const [file, times] = node.Audio.split("#t=");
    const [begin, end] = times.split(",").map(Number);
    found.push([file, begin, end, node.Text]);
  }
  for (const child of node.Children || []) clipsOf(child, found);
  return found;
}

async function read(folder) {
  const book = await PublicationParsePromise(folder);
  const clips = [];
  for (const link of book.Spine) {
    await lazyLoadMediaOverlays(book, link.MediaOverlays);
    clipsOf(link.MediaOverlays, clips);
  }
  const titles = book.TOC.map((entry) => entry.Title);
  return { title: book.Metadata.Title, titles, duration: book.Metadata.Duration, clips };
}

Promise.all(process.argv.slice(3).map(read)).then(
  (books) => console.log(JSON.stringify(books)),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
