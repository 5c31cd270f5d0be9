<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About Espressivo</source>
        <translation>关于 Espressivo</translation>
    </message>
    <message>
        <source>Espressivo {version}</source>
        <translation>Espressivo {version}</translation>
    </message>
    <message>
        <source>Emotional speech on your own machine. Nothing you write leaves it. Espressivo is under the Apache License 2.0; it is made with these parts:</source>
        <translation>在您自己的电脑上生成有情感的语音，您写的内容不会离开本机。Espressivo 采用 Apache License 2.0 许可，由以下部分组成：</translation>
    </message>
    <message>
        <source>Parts of the program</source>
        <translation>程序的组成部分</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>The text of the licence is installed with this part.</source>
        <translation>许可证全文随该部分一同安装。</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>&amp;New project</source>
        <translation>新建项目(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open &amp;book…</source>
        <translation>打开书籍(&amp;B)…</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Insert a text file…</source>
        <translation>插入文本文件(&amp;I)…</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Export this &amp;line…</source>
        <translation>导出此行(&amp;L)…</translation>
    </message>
    <message>
        <source>Export &amp;selected lines…</source>
        <translation>导出选中的行(&amp;S)…</translation>
    </message>
    <message>
        <source>Export the selected soun&amp;d…</source>
        <translation>导出所选声音(&amp;D)…</translation>
    </message>
    <message>
        <source>Export the &amp;whole script…</source>
        <translation>导出整个脚本(&amp;W)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;New line</source>
        <translation>新建一行(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Split at the cursor</source>
        <translation>在光标处拆分(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Join with the next line</source>
        <translation>与下一行合并(&amp;J)</translation>
    </message>
    <message>
        <source>Move line &amp;up</source>
        <translation>上移此行(&amp;U)</translation>
    </message>
    <message>
        <source>Move line &amp;down</source>
        <translation>下移此行(&amp;D)</translation>
    </message>
    <message>
        <source>De&amp;lete selected lines</source>
        <translation>删除选中的行(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Paste as new lines</source>
        <translation>粘贴为新行(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Copy the curves as a table</source>
        <translation>以表格形式复制曲线(&amp;C)</translation>
    </message>
    <message>
        <source>Se&amp;ttings…</source>
        <translation>设置(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Next line</source>
        <translation>下一行(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous line</source>
        <translation>上一行(&amp;P)</translation>
    </message>
    <message>
        <source>Voice only for this &amp;line</source>
        <translation>仅此行使用该声音(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Direction only for this line</source>
        <translation>仅此行使用该指示(&amp;D)</translation>
    </message>
    <message>
        <source>Use this direction for the whole &amp;project</source>
        <translation>整个项目使用该指示(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Reset the direction</source>
        <translation>重置指示(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Speak or stop</source>
        <translation>朗读或停止(&amp;S)</translation>
    </message>
    <message>
        <source>Play from the &amp;cursor</source>
        <translation>从光标处播放(&amp;C)</translation>
    </message>
    <message>
        <source>Play the &amp;whole script</source>
        <translation>播放整个脚本(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Hear the pitch as a tone</source>
        <translation>把音高听作纯音(&amp;H)</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>停止(&amp;T)</translation>
    </message>
    <message>
        <source>Re&amp;peat the selection</source>
        <translation>循环播放选区(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Render this line</source>
        <translation>生成此行(&amp;R)</translation>
    </message>
    <message>
        <source>Render all &amp;changed lines</source>
        <translation>生成所有已更改的行(&amp;C)</translation>
    </message>
    <message>
        <source>Cance&amp;l rendering</source>
        <translation>取消生成(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Speak again</source>
        <translation>再读一次(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Keep this take</source>
        <translation>保留这一条(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Use this take</source>
        <translation>采用这一条(&amp;U)</translation>
    </message>
    <message>
        <source>Hear take &amp;A</source>
        <translation>试听 A(&amp;A)</translation>
    </message>
    <message>
        <source>Hear take &amp;B</source>
        <translation>试听 B(&amp;B)</translation>
    </message>
    <message>
        <source>Compare b&amp;lind</source>
        <translation>盲听比较(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Next pane</source>
        <translation>下一个窗格(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous pane</source>
        <translation>上一个窗格(&amp;P)</translation>
    </message>
    <message>
        <source>B&amp;ook</source>
        <translation>书籍(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Details</source>
        <translation>细节(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Ramp</source>
        <translation>渐变(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Takes</source>
        <translation>录次(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;What really ran</source>
        <translation>实际运行情况(&amp;W)</translation>
    </message>
    <message>
        <source>Ra&amp;ce on every backend</source>
        <translation>在每个后端上比赛(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Side by side</source>
        <translation>并排显示(&amp;S)</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>Show the whole &amp;line</source>
        <translation>显示整行(&amp;L)</translation>
    </message>
    <message>
        <source>Curves as a ta&amp;ble…</source>
        <translation>以表格显示曲线(&amp;B)…</translation>
    </message>
    <message>
        <source>&amp;Health of the cache…</source>
        <translation>缓存状况(&amp;H)…</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts…</source>
        <translation>键盘快捷键(&amp;K)…</translation>
    </message>
    <message>
        <source>Save a &amp;report…</source>
        <translation>保存报告(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;About Espressivo</source>
        <translation>关于 Espressivo(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Line</source>
        <translation>行(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Play</source>
        <translation>播放(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
</context>
<context>
    <name>Book</name>
    <message>
        <source>RMS</source>
        <translation>RMS</translation>
    </message>
    <message>
        <source>Loudness</source>
        <translation>响度</translation>
    </message>
    <message>
        <source>True peak</source>
        <translation>真峰值</translation>
    </message>
    <message>
        <source>Noise floor</source>
        <translation>本底噪声</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>开头静音</translation>
    </message>
    <message>
        <source>Tail</source>
        <translation>结尾静音</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Bit rate</source>
        <translation>比特率</translation>
    </message>
    <message>
        <source>footnotes and endnotes</source>
        <translation>脚注和尾注</translation>
    </message>
    <message>
        <source>marks of notes, such as [1]</source>
        <translation>注释标记，如 [1]</translation>
    </message>
    <message>
        <source>page numbers</source>
        <translation>页码</translation>
    </message>
    <message>
        <source>lines repeated at the top or foot of pages</source>
        <translation>页眉和页脚</translation>
    </message>
    <message>
        <source>tables of contents and site navigation</source>
        <translation>目录和网站导航</translation>
    </message>
    <message>
        <source>bibliographies and references</source>
        <translation>参考文献</translation>
    </message>
    <message>
        <source>indexes</source>
        <translation>索引</translation>
    </message>
    <message>
        <source>reading aids over characters (ruby)</source>
        <translation>字上的注音</translation>
    </message>
    <message>
        <source>files outside the reading order</source>
        <translation>阅读顺序之外的文件</translation>
    </message>
    <message>
        <source>names of speakers that are cast</source>
        <translation>已分配声音的说话人姓名</translation>
    </message>
    <message>
        <source>MP3, a file a chapter</source>
        <translation>MP3，每章一个文件</translation>
    </message>
    <message>
        <source>M4B, the whole book with chapters</source>
        <translation>M4B，整本书，含章节</translation>
    </message>
    <message>
        <source>Captions (SRT, VTT, LRC)</source>
        <translation>字幕（SRT、VTT、LRC）</translation>
    </message>
    <message>
        <source>EPUB 3 that reads itself aloud</source>
        <translation>可自动朗读的 EPUB 3</translation>
    </message>
    <message>
        <source>DAISY 2.02 and 3</source>
        <translation>DAISY 2.02 和 3</translation>
    </message>
    <message>
        <source>Labels (Audacity, Praat)</source>
        <translation>标签（Audacity、Praat）</translation>
    </message>
    <message>
        <source>FLAC, a file a chapter</source>
        <translation>FLAC，每章一个文件</translation>
    </message>
    <message>
        <source>WAV, a file a chapter</source>
        <translation>WAV，每章一个文件</translation>
    </message>
    <message>
        <source>Opus, the whole book with chapters</source>
        <translation>Opus，整本书，含章节</translation>
    </message>
    <message>
        <source>Ogg Vorbis, the whole book with chapters</source>
        <translation>Ogg Vorbis，整本书，含章节</translation>
    </message>
    <message>
        <source>ACX-spec audio</source>
        <translation>符合 ACX 指标的音频</translation>
    </message>
    <message>
        <source>The published levels of an audiobook store, 44.1 kHz mono. ACX asks for human narration unless it has agreed otherwise: this profile meets the figures of its audio only.</source>
        <translation>一家有声书商店公布的电平，44.1 kHz 单声道。除非另有约定，ACX 要求真人朗读：本方案只满足其音频指标。</translation>
    </message>
    <message>
        <source>Podcast</source>
        <translation>播客</translation>
    </message>
    <message>
        <source>-16 LUFS in two channels, as podcast players expect.</source>
        <translation>双声道 -16 LUFS，符合播客播放器的要求。</translation>
    </message>
    <message>
        <source>Broadcast</source>
        <translation>广播</translation>
    </message>
    <message>
        <source>EBU R 128: -23 LUFS, 48 kHz mono.</source>
        <translation>EBU R 128：-23 LUFS，48 kHz 单声道。</translation>
    </message>
    <message>
        <source>Accessible</source>
        <translation>无障碍</translation>
    </message>
    <message>
        <source>-18 LUFS, small files, for EPUB and DAISY readers.</source>
        <translation>-18 LUFS，文件小，适合 EPUB 和 DAISY 阅读器。</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>原始</translation>
    </message>
    <message>
        <source>The sound as it is spoken: nothing is done to its level.</source>
        <translation>朗读的原声：不改变电平。</translation>
    </message>
    <message>
        <source>its samples are no numbers</source>
        <translation>采样值不是数字</translation>
    </message>
    <message>
        <source>nothing in it can be heard</source>
        <translation>听不到任何声音</translation>
    </message>
    <message>
        <source>its peaks are clipped</source>
        <translation>峰值被削波</translation>
    </message>
    <message>
        <source>it is far too quiet or too loud</source>
        <translation>声音过轻或过响</translation>
    </message>
    <message>
        <source>its end is cut off</source>
        <translation>结尾被截断</translation>
    </message>
    <message>
        <source>it is so short that words may be missing</source>
        <translation>太短，可能漏词</translation>
    </message>
    <message>
        <source>its sample rate is not the profile’s</source>
        <translation>采样率与方案不符</translation>
    </message>
    <message>
        <source>its number of channels is not the profile’s</source>
        <translation>声道数与方案不符</translation>
    </message>
    <message>
        <source>its bit rate changes</source>
        <translation>比特率不恒定</translation>
    </message>
    <message>
        <source>it is so long that words may be repeated</source>
        <translation>太长，可能有词重复</translation>
    </message>
    <message>
        <source>{kind}, {chapters} chapters, {words} words, about {minutes} min</source>
        <translation>{kind}，{chapters} 章，{words} 词，约 {minutes} 分钟</translation>
    </message>
    <message>
        <source>skipped: {rule}</source>
        <translation>已跳过：{rule}</translation>
    </message>
    <message>
        <source>No files have been made in this folder yet.</source>
        <translation>此文件夹中还没有生成文件。</translation>
    </message>
    <message>
        <source>All {count} chapters pass “{profile}”, measured on the files.</source>
        <translation>对文件的测量表明，全部 {count} 章符合“{profile}”。</translation>
    </message>
    <message>
        <source>{failing} of {count} chapters do not pass “{profile}”, measured on the files.</source>
        <translation>对文件的测量表明，{count} 章中有 {failing} 章不符合“{profile}”。</translation>
    </message>
    <message>
        <source>No sound was asked for, so there is nothing to measure.</source>
        <translation>没有要求生成声音，因此没有可测量的内容。</translation>
    </message>
    <message>
        <source>{what}: at most {most}</source>
        <translation>{what}：最高 {most}</translation>
    </message>
    <message>
        <source>{what}: at least {least}</source>
        <translation>{what}：最低 {least}</translation>
    </message>
    <message>
        <source>{what}: {least} to {most}</source>
        <translation>{what}：{least} 至 {most}</translation>
    </message>
    <message>
        <source>not spoken: {words}</source>
        <translation>未朗读：{words}</translation>
    </message>
    <message>
        <source>{count} words that are seen in the book are not spoken, by these rules.</source>
        <translation>按以下规则，书中可见的 {count} 个词不会朗读。</translation>
    </message>
    <message>
        <source>Every word that is seen in the book is spoken.</source>
        <translation>书中可见的每个词都会朗读。</translation>
    </message>
    <message>
        <source>Nothing of this book is spoken.</source>
        <translation>本书没有任何内容会朗读。</translation>
    </message>
    <message>
        <source>{chapters} chapters, about {minutes} min; {share} % is spoken.</source>
        <translation>{chapters} 章，约 {minutes} 分钟；已朗读 {share} %。</translation>
    </message>
    <message>
        <source>Most is asked in {chapter}: {st} st, {db} dB.</source>
        <translation>要求最强的是“{chapter}”：{st} 半音，{db} dB。</translation>
    </message>
    <message>
        <source>No emotion is asked anywhere.</source>
        <translation>没有任何地方要求情感。</translation>
    </message>
    <message>
        <source>loading the voice</source>
        <translation>正在加载声音</translation>
    </message>
    <message>
        <source>mastering and measuring</source>
        <translation>正在母带处理和测量</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>speaking</source>
        <translation>正在朗读</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>about {minutes} min of sound</source>
        <translation>约 {minutes} 分钟声音</translation>
    </message>
    <message>
        <source>{done} of about {all} min of sound</source>
        <translation>约 {all} 分钟声音中已完成 {done} 分钟</translation>
    </message>
    <message>
        <source>; too early to say how long</source>
        <translation>；尚无法估计所需时间</translation>
    </message>
    <message>
        <source>; about {left} min of work left</source>
        <translation>；还需约 {left} 分钟</translation>
    </message>
    <message>
        <source>Nothing is being rendered.</source>
        <translation>没有正在渲染的书。</translation>
    </message>
    <message>
        <source>Choose under Files what is to be made.</source>
        <translation>请在“文件”中选择要生成的内容。</translation>
    </message>
    <message>
        <source>Something that is rarely needed cannot be done so: see Files.</source>
        <translation>有一项不常用的设置无法执行：请看“文件”页。</translation>
    </message>
    <message>
        <source>{title} is done.</source>
        <translation>“{title}”已完成。</translation>
    </message>
    <message>
        <source>Folder for the files</source>
        <translation>存放文件的文件夹</translation>
    </message>
    <message>
        <source>Open another book…</source>
        <translation>打开另一本书…</translation>
    </message>
    <message>
        <source>Choose another folder…</source>
        <translation>选择其他文件夹…</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>The book’s own chapters</source>
        <translation>书籍自身的章节</translation>
    </message>
    <message>
        <source>take the book&apos;s own chapters</source>
        <translation>改用书籍自身的章节</translation>
    </message>
    <message>
        <source>let it end, or choose another folder</source>
        <translation>等它结束，或选择其他文件夹</translation>
    </message>
    <message>
        <source>choose another folder, or remove that file</source>
        <translation>选择其他文件夹，或删除该文件</translation>
    </message>
    <message>
        <source>render the book into this folder first</source>
        <translation>请先将书渲染到此文件夹</translation>
    </message>
    <message>
        <source>free some space and go on, or choose another folder; what is spoken is kept</source>
        <translation>释放一些空间后继续，或选择其他文件夹；已朗读的内容会保留</translation>
    </message>
    <message>
        <source>choose another folder, or see that this one can be written in</source>
        <translation>选择其他文件夹，或确保此文件夹可写</translation>
    </message>
    <message>
        <source>install ffmpeg (version 5 or newer) and go on; what is spoken is kept</source>
        <translation>安装 ffmpeg（5 或更高版本）后继续；已朗读的内容会保留</translation>
    </message>
    <message>
        <source>see that the file is there and whole</source>
        <translation>请确认文件存在且完整</translation>
    </message>
    <message>
        <source>Emotions could not be looked for: {said}</source>
        <translation>无法查找情感：{said}</translation>
    </message>
    <message>
        <source>Try again; everything else goes on without them.</source>
        <translation>请重试；其他一切照常进行。</translation>
    </message>
    <message>
        <source>The rendering ended unexpectedly: {said}</source>
        <translation>渲染意外结束：{said}</translation>
    </message>
    <message>
        <source>What was spoken is kept: go on to try again.</source>
        <translation>已朗读的内容会保留：可继续重试。</translation>
    </message>
    <message>
        <source>Reading {name}…</source>
        <translation>正在读取 {name}…</translation>
    </message>
    <message>
        <source>This book was being rendered when the program ended.</source>
        <translation>程序结束时，这本书正在渲染。</translation>
    </message>
    <message>
        <source>What was spoken is kept: going on takes it up where it was.</source>
        <translation>已朗读的内容会保留：继续即可从中断处接着进行。</translation>
    </message>
    <message>
        <source>{count} lines suggest an emotion.</source>
        <translation>{count} 行文字带有情感。</translation>
    </message>
    <message>
        <source>This cannot be changed so: {detail}.</source>
        <translation>不能这样更改：{detail}。</translation>
    </message>
    <message>
        <source>There is no encoding called {detail}.</source>
        <translation>没有名为 {detail} 的编码。</translation>
    </message>
    <message>
        <source>There is no such file: {detail}.</source>
        <translation>没有这个文件：{detail}。</translation>
    </message>
    <message>
        <source>{detail} is no address: give HOST:PORT of the cluster’s head, or auto.</source>
        <translation>{detail} 不是地址：请填写集群主节点的 HOST:PORT，或 auto。</translation>
    </message>
    <message>
        <source>A cluster is for several machines, processes are for this one: leave one out.</source>
        <translation>集群用于多台机器，进程用于本机：请去掉其中一项。</translation>
    </message>
    <message>
        <source>Ray is not installed: pip install &apos;{detail}&apos;.</source>
        <translation>未安装 Ray：pip install &apos;{detail}&apos;。</translation>
    </message>
    <message>
        <source>The recogniser is not installed: pip install &apos;{detail}&apos;.</source>
        <translation>未安装识别器：pip install &apos;{detail}&apos;。</translation>
    </message>
</context>
<context>
    <name>BookCast</name>
    <message>
        <source>Name</source>
        <translation>姓名</translation>
    </message>
    <message>
        <source>Speaks</source>
        <translation>说话次数</translation>
    </message>
    <message>
        <source>Voice</source>
        <translation>声音</translation>
    </message>
    <message>
        <source>Emotion</source>
        <translation>情感</translation>
    </message>
    <message>
        <source>Cast</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Names before lines, as in a script, and names beside quoted speech (“…,” said Mara). Who is given a voice is spoken in it; all others by the narrator.</source>
        <translation>台词前的姓名（如剧本），以及引语旁的姓名（“……”玛拉说）。分配了声音的人用该声音朗读，其他人由叙述者朗读。</translation>
    </message>
    <message>
        <source>this speaker</source>
        <translation>此说话人</translation>
    </message>
    <message>
        <source>as the chapter</source>
        <translation>同本章</translation>
    </message>
    <message>
        <source>Give the &amp;proposed voice</source>
        <translation>使用建议的声音(&amp;P)</translation>
    </message>
    <message>
        <source>Propose voices for &amp;all</source>
        <translation>为所有人建议声音(&amp;A)</translation>
    </message>
    <message>
        <source>By the &amp;narrator</source>
        <translation>由叙述者朗读(&amp;N)</translation>
    </message>
    <message>
        <source>Nobody is named before a line, as in a script, or beside quoted speech: the narrator speaks all of it.</source>
        <translation>没有台词前的姓名（如剧本），引语旁也没有姓名：全部由叙述者朗读。</translation>
    </message>
    <message>
        <source>narrator</source>
        <translation>叙述者</translation>
    </message>
    <message>
        <source>narrator; {voice} proposed</source>
        <translation>叙述者；建议 {voice}</translation>
    </message>
</context>
<context>
    <name>BookChapters</name>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词数</translation>
    </message>
    <message>
        <source>min</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>about {minutes} minutes</source>
        <translation>约 {minutes} 分钟</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Chapters</source>
        <translation>章节</translation>
    </message>
    <message>
        <source>F2 changes a title, Space says whether a chapter is spoken.</source>
        <translation>F2 更改标题，空格键决定是否朗读该章。</translation>
    </message>
    <message>
        <source>&amp;Join with the one before</source>
        <translation>与前一章合并(&amp;J)</translation>
    </message>
    <message>
        <source>The book’s &amp;own chapters</source>
        <translation>书籍自身的章节(&amp;O)</translation>
    </message>
    <message>
        <source>Titles and borders as the book itself has them</source>
        <translation>采用书籍自身的标题和分章</translation>
    </message>
    <message>
        <source>{title}, not spoken</source>
        <translation>{title}，不朗读</translation>
    </message>
    <message>
        <source>{share} % spoken</source>
        <translation>已朗读 {share} %</translation>
    </message>
    <message>
        <source>not spoken</source>
        <translation>不朗读</translation>
    </message>
    <message>
        <source>{share}, {count} lines to listen to</source>
        <translation>{share}，{count} 行需要试听</translation>
    </message>
</context>
<context>
    <name>BookDelivery</name>
    <message>
        <source>Profile</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Folder for the files</source>
        <translation>存放文件的文件夹</translation>
    </message>
    <message>
        <source>&amp;Choose…</source>
        <translation>选择(&amp;C)…</translation>
    </message>
    <message>
        <source>Choose the folder for the files</source>
        <translation>选择存放文件的文件夹</translation>
    </message>
    <message>
        <source>End with a spoken word on the synthetic voice</source>
        <translation>结尾朗读一句关于合成声音的说明</translation>
    </message>
    <message>
        <source>The same on the command line</source>
        <translation>等效的命令行</translation>
    </message>
    <message>
        <source>Cop&amp;y</source>
        <translation>复制(&amp;Y)</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>As a command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Pauses</source>
        <translation>停顿</translation>
    </message>
    <message>
        <source>Rarely needed</source>
        <translation>不常用</translation>
    </message>
</context>
<context>
    <name>BookLines</name>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Manner</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Suggested</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Lines of the chapter</source>
        <translation>本章的行</translation>
    </message>
    <message>
        <source>&amp;Hear this line</source>
        <translation>试听此行(&amp;H)</translation>
    </message>
    <message>
        <source>Begin a &amp;chapter here</source>
        <translation>从此处开始新章(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Suggest emotions</source>
        <translation>建议情感(&amp;S)</translation>
    </message>
    <message>
        <source>Look for lines whose own words carry a plain emotion</source>
        <translation>查找文字本身带有明显情感的行</translation>
    </message>
    <message>
        <source>Speak lines as &amp;they suggest where no emotion is asked</source>
        <translation>未要求情感之处，按文字所示朗读(&amp;T)</translation>
    </message>
    <message>
        <source>not spoken yet</source>
        <translation>尚未朗读</translation>
    </message>
    <message>
        <source>spoken</source>
        <translation>已朗读</translation>
    </message>
    <message>
        <source>spoken, to be listened to</source>
        <translation>已朗读，需要试听</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>已跳过</translation>
    </message>
</context>
<context>
    <name>BookMap</name>
    <message>
        <source>Emotion map of the book</source>
        <translation>全书情感图</translation>
    </message>
    <message>
        <source>not spoken yet</source>
        <translation>尚未朗读</translation>
    </message>
    <message>
        <source>heard {value} {unit}</source>
        <translation>实际 {value} {unit}</translation>
    </message>
    <message>
        <source>{title}, line {n}: asked {asked} {unit}, {heard}. {label}</source>
        <translation>{title}，第 {n} 行：要求 {asked} {unit}，{heard}。{label}</translation>
    </message>
    <message>
        <source>Above: asked; below: heard, both against a neutral reading. Dots: not spoken yet. Full width: {time}.</source>
        <translation>上：要求；下：实际，均相对于中性朗读。圆点：尚未朗读。全宽：{time}。</translation>
    </message>
</context>
<context>
    <name>BookMeans</name>
    <message>
        <source>Stability</source>
        <translation>稳定度</translation>
    </message>
    <message>
        <source>Ramp</source>
        <translation>渐变</translation>
    </message>
    <message>
        <source>as set</source>
        <translation>按设置</translation>
    </message>
    <message>
        <source>Changes by hand</source>
        <translation>手动更改</translation>
    </message>
    <message>
        <source>Seed: another take of it all</source>
        <translation>种子：全部另录一遍</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>Emotion carried from line to line</source>
        <translation>情感逐行延续</translation>
    </message>
    <message>
        <source>Follow [directions] in the text instead of speaking them</source>
        <translation>遵循文中的[指示]，而不是读出来</translation>
    </message>
    <message>
        <source>The book’s own lexicon</source>
        <translation>本书自己的词典</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Encoding of a text file</source>
        <translation>文本文件的编码</translation>
    </message>
    <message>
        <source>Say nothing of synthetic speech in tags and manifest</source>
        <translation>在标签和清单中不注明合成语音</translation>
    </message>
    <message>
        <source>exact (float32)</source>
        <translation>精确（float32）</translation>
    </message>
    <message>
        <source>fast (int8)</source>
        <translation>快速（int8）</translation>
    </message>
    <message>
        <source>the quicker of the two</source>
        <translation>两者中较快的</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Processes that speak at once</source>
        <translation>同时朗读的进程数</translation>
    </message>
    <message>
        <source>Cluster of machines (Ray)</source>
        <translation>机器集群（Ray）</translation>
    </message>
    <message>
        <source>HOST:PORT or auto</source>
        <translation>HOST:PORT 或 auto</translation>
    </message>
    <message>
        <source>Let a recogniser listen for lost or repeated words</source>
        <translation>让识别器检查遗漏或重复的词</translation>
    </message>
    <message>
        <source>C&amp;hoose…</source>
        <translation>选择(&amp;H)…</translation>
    </message>
    <message>
        <source>Choose the book’s own lexicon</source>
        <translation>选择本书自己的词典</translation>
    </message>
</context>
<context>
    <name>BookOverview</name>
    <message>
        <source>Pitch, semitones</source>
        <translation>音高（半音）</translation>
    </message>
    <message>
        <source>Level, dB</source>
        <translation>电平（dB）</translation>
    </message>
    <message>
        <source>What the colours show</source>
        <translation>颜色表示的内容</translation>
    </message>
    <message>
        <source>As a &amp;table</source>
        <translation>显示为表格(&amp;T)</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Chapter</source>
        <translation>章</translation>
    </message>
    <message>
        <source>At</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Pitch asked, st</source>
        <translation>要求音高（半音）</translation>
    </message>
    <message>
        <source>Pitch heard, st</source>
        <translation>实际音高（半音）</translation>
    </message>
    <message>
        <source>Level asked, dB</source>
        <translation>要求电平（dB）</translation>
    </message>
    <message>
        <source>Level heard, dB</source>
        <translation>实际电平（dB）</translation>
    </message>
    <message>
        <source>Emotion map of the book, as a table</source>
        <translation>全书情感图（表格）</translation>
    </message>
</context>
<context>
    <name>BookPauses</name>
    <message>
        <source>Added at a comma</source>
        <translation>逗号处增加</translation>
    </message>
    <message>
        <source>After a sentence</source>
        <translation>句子之后</translation>
    </message>
    <message>
        <source>After a paragraph</source>
        <translation>段落之后</translation>
    </message>
    <message>
        <source>After an item of a list</source>
        <translation>列表项之后</translation>
    </message>
    <message>
        <source>After a heading</source>
        <translation>标题之后</translation>
    </message>
    <message>
        <source>Where a section ends</source>
        <translation>一节结束处</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>{pause}, seconds</source>
        <translation>{pause}，秒</translation>
    </message>
    <message>
        <source>The &amp;usual pauses</source>
        <translation>通常的停顿(&amp;U)</translation>
    </message>
</context>
<context>
    <name>BookQueue</name>
    <message>
        <source>Book</source>
        <translation>书籍</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>No book is being rendered. “Render” puts this one here.</source>
        <translation>没有正在渲染的书。“渲染”会将这本书加入此处。</translation>
    </message>
    <message>
        <source>&amp;Sooner</source>
        <translation>提前(&amp;S)</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>移除(&amp;M)</translation>
    </message>
</context>
<context>
    <name>BookReport</name>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Chapter</source>
        <translation>章</translation>
    </message>
    <message>
        <source>What fails</source>
        <translation>不符合的项目</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Delivered files</source>
        <translation>已生成的文件</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Lines to listen to</source>
        <translation>需要试听的行</translation>
    </message>
    <message>
        <source>Open the &amp;folder</source>
        <translation>打开文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>Open the report as a pa&amp;ge</source>
        <translation>以网页打开报告(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Measure again</source>
        <translation>重新测量(&amp;M)</translation>
    </message>
    <message>
        <source>passes</source>
        <translation>符合</translation>
    </message>
    <message>
        <source>fails</source>
        <translation>不符合</translation>
    </message>
</context>
<context>
    <name>BookSkipped</name>
    <message>
        <source>Speak</source>
        <translation>朗读</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词数</translation>
    </message>
    <message>
        <source>Rules of what is skipped</source>
        <translation>跳过规则</translation>
    </message>
    <message>
        <source>Chapter</source>
        <translation>章</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>What is skipped</source>
        <translation>跳过的内容</translation>
    </message>
</context>
<context>
    <name>BookWindow</name>
    <message>
        <source>Title of the book</source>
        <translation>书名</translation>
    </message>
    <message>
        <source>Open another &amp;book…</source>
        <translation>打开另一本书(&amp;B)…</translation>
    </message>
    <message>
        <source>as the book</source>
        <translation>同全书</translation>
    </message>
    <message>
        <source>the whole book</source>
        <translation>全书</translation>
    </message>
    <message>
        <source>this chapter</source>
        <translation>本章</translation>
    </message>
    <message>
        <source>This chapter</source>
        <translation>本章</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Emotion map</source>
        <translation>情感图</translation>
    </message>
    <message>
        <source>Cast</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Pages of the book</source>
        <translation>书籍页面</translation>
    </message>
    <message>
        <source>Chapters</source>
        <translation>章节</translation>
    </message>
    <message>
        <source>The whole book</source>
        <translation>全书</translation>
    </message>
    <message>
        <source>{title} – Book – Espressivo</source>
        <translation>{title} – 书籍 – Espressivo</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <source>Take A</source>
        <translation>录次 A</translation>
    </message>
    <message>
        <source>Take B</source>
        <translation>录次 B</translation>
    </message>
    <message>
        <source>&amp;A</source>
        <translation>&amp;A</translation>
    </message>
    <message>
        <source>&amp;B</source>
        <translation>&amp;B</translation>
    </message>
    <message>
        <source>Compare two takes</source>
        <translation>比较两个录次</translation>
    </message>
    <message>
        <source>Hear A</source>
        <translation>听 A</translation>
    </message>
    <message>
        <source>Hear B</source>
        <translation>听 B</translation>
    </message>
    <message>
        <source>A is better</source>
        <translation>A 更好</translation>
    </message>
    <message>
        <source>B is better</source>
        <translation>B 更好</translation>
    </message>
    <message>
        <source>Compare blind</source>
        <translation>盲听比较</translation>
    </message>
    <message>
        <source>Hear X</source>
        <translation>听 X</translation>
    </message>
    <message>
        <source>X is A</source>
        <translation>X 是 A</translation>
    </message>
    <message>
        <source>X is B</source>
        <translation>X 是 B</translation>
    </message>
    <message>
        <source>End the test</source>
        <translation>结束测试</translation>
    </message>
    <message>
        <source>Trial {trial} of {trials}.</source>
        <translation>第 {trial} 次，共 {trials} 次。</translation>
    </message>
</context>
<context>
    <name>CrashDialog</name>
    <message>
        <source>Something broke</source>
        <translation>出现故障</translation>
    </message>
    <message>
        <source>Your project is safe and you can go on. Nothing is sent anywhere: this is the report as it would be saved.</source>
        <translation>您的项目没有受损，可以继续工作。不会发送任何内容：下面就是将要保存的报告。</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>&amp;Include the text and prompt of this line</source>
        <translation>包含此行的文本和提示(&amp;I)</translation>
    </message>
    <message>
        <source>Include the text and prompt of this line</source>
        <translation>包含此行的文本和提示</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>保存(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>保存报告</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>复制报告</translation>
    </message>
</context>
<context>
    <name>CurveModel</name>
    <message>
        <source>Word</source>
        <translation>词</translation>
    </message>
    <message>
        <source>Phonemes</source>
        <translation>音素</translation>
    </message>
    <message>
        <source>From</source>
        <translation>起</translation>
    </message>
    <message>
        <source>To</source>
        <translation>止</translation>
    </message>
    <message>
        <source>Pitch asked</source>
        <translation>要求的音高</translation>
    </message>
    <message>
        <source>Pitch achieved</source>
        <translation>实际的音高</translation>
    </message>
    <message>
        <source>Level asked</source>
        <translation>要求的响度</translation>
    </message>
    <message>
        <source>Level achieved</source>
        <translation>实际的响度</translation>
    </message>
    <message>
        <source>not rendered</source>
        <translation>未生成</translation>
    </message>
</context>
<context>
    <name>Deltas</name>
    <message>
        <source>Take all nudges away</source>
        <translation>清除所有微调</translation>
    </message>
    <message>
        <source>{name}, nudge</source>
        <translation>{name}，微调</translation>
    </message>
    <message>
        <source>asked {value}</source>
        <translation>要求 {value}</translation>
    </message>
    <message>
        <source>heard {value}</source>
        <translation>实测 {value}</translation>
    </message>
    <message>
        <source>by {means}</source>
        <translation>方式：{means}</translation>
    </message>
    <message>
        <source>pitch contour</source>
        <translation>音高曲线</translation>
    </message>
    <message>
        <source>durations</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>silences</source>
        <translation>静音</translation>
    </message>
    <message>
        <source>st</source>
        <translation>半音</translation>
    </message>
    <message>
        <source>×</source>
        <translation>×</translation>
    </message>
    <message>
        <source>of 1</source>
        <translation>（满为 1）</translation>
    </message>
    <message>
        <source>model style</source>
        <translation>模型音色</translation>
    </message>
    <message>
        <source>Pitch level</source>
        <translation>音高</translation>
    </message>
    <message>
        <source>Pitch range</source>
        <translation>音高起伏</translation>
    </message>
    <message>
        <source>Pitch slope</source>
        <translation>音高斜率</translation>
    </message>
    <message>
        <source>st/s</source>
        <translation>半音/秒</translation>
    </message>
    <message>
        <source>Final pitch</source>
        <translation>句尾音高</translation>
    </message>
    <message>
        <source>Vowel length</source>
        <translation>元音长度</translation>
    </message>
    <message>
        <source>Consonant length</source>
        <translation>辅音长度</translation>
    </message>
    <message>
        <source>Pause length</source>
        <translation>停顿长度</translation>
    </message>
    <message>
        <source>s</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Extra pauses</source>
        <translation>额外停顿</translation>
    </message>
    <message>
        <source>per s</source>
        <translation>次/秒</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>能量</translation>
    </message>
    <message>
        <source>dB</source>
        <translation>dB</translation>
    </message>
    <message>
        <source>model energy and gain</source>
        <translation>模型能量与增益</translation>
    </message>
    <message>
        <source>Spectral tilt</source>
        <translation>频谱倾斜</translation>
    </message>
    <message>
        <source>Breath</source>
        <translation>气息</translation>
    </message>
    <message>
        <source>model style and noise</source>
        <translation>模型音色与气息噪声</translation>
    </message>
    <message>
        <source>Whisper</source>
        <translation>耳语</translation>
    </message>
    <message>
        <source>noise for voice</source>
        <translation>以噪声代嗓音</translation>
    </message>
    <message>
        <source>Tension</source>
        <translation>紧张度</translation>
    </message>
    <message>
        <source>Brightness</source>
        <translation>明亮度</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>滤波</translation>
    </message>
    <message>
        <source>Tremble</source>
        <translation>颤抖</translation>
    </message>
    <message>
        <source>Tremor</source>
        <translation>颤音</translation>
    </message>
    <message>
        <source>gain</source>
        <translation>增益</translation>
    </message>
    <message>
        <source>landed</source>
        <translation>到位</translation>
    </message>
    <message>
        <source>weak</source>
        <translation>偏弱</translation>
    </message>
    <message>
        <source>over</source>
        <translation>过强</translation>
    </message>
</context>
<context>
    <name>Emotion</name>
    <message>
        <source>hot anger</source>
        <translation>暴怒</translation>
    </message>
    <message>
        <source>cold anger</source>
        <translation>冷怒</translation>
    </message>
    <message>
        <source>joy</source>
        <translation>喜悦</translation>
    </message>
    <message>
        <source>excitement</source>
        <translation>兴奋</translation>
    </message>
    <message>
        <source>amusement</source>
        <translation>逗趣</translation>
    </message>
    <message>
        <source>surprise</source>
        <translation>惊讶</translation>
    </message>
    <message>
        <source>fear</source>
        <translation>恐惧</translation>
    </message>
    <message>
        <source>anxiety</source>
        <translation>焦虑</translation>
    </message>
    <message>
        <source>sadness</source>
        <translation>悲伤</translation>
    </message>
    <message>
        <source>despair</source>
        <translation>绝望</translation>
    </message>
    <message>
        <source>longing</source>
        <translation>怀念</translation>
    </message>
    <message>
        <source>boredom</source>
        <translation>无聊</translation>
    </message>
    <message>
        <source>weariness</source>
        <translation>疲惫</translation>
    </message>
    <message>
        <source>calm</source>
        <translation>平静</translation>
    </message>
    <message>
        <source>tenderness</source>
        <translation>温柔</translation>
    </message>
    <message>
        <source>disgust</source>
        <translation>厌恶</translation>
    </message>
    <message>
        <source>contempt</source>
        <translation>轻蔑</translation>
    </message>
    <message>
        <source>confident</source>
        <translation>自信</translation>
    </message>
    <message>
        <source>serious</source>
        <translation>严肃</translation>
    </message>
    <message>
        <source>interest</source>
        <translation>好奇</translation>
    </message>
    <message>
        <source>hesitant</source>
        <translation>犹豫</translation>
    </message>
    <message>
        <source>awe</source>
        <translation>敬畏</translation>
    </message>
    <message>
        <source>relief</source>
        <translation>如释重负</translation>
    </message>
    <message>
        <source>gratitude</source>
        <translation>感激</translation>
    </message>
    <message>
        <source>admiration</source>
        <translation>钦佩</translation>
    </message>
    <message>
        <source>neutral</source>
        <translation>中性</translation>
    </message>
    <message>
        <source>slow</source>
        <translation>慢</translation>
    </message>
    <message>
        <source>fast</source>
        <translation>快</translation>
    </message>
    <message>
        <source>low</source>
        <translation>音调低</translation>
    </message>
    <message>
        <source>high</source>
        <translation>音调高</translation>
    </message>
    <message>
        <source>low voice</source>
        <translation>低声</translation>
    </message>
    <message>
        <source>loud</source>
        <translation>大声</translation>
    </message>
    <message>
        <source>soft</source>
        <translation>轻声</translation>
    </message>
    <message>
        <source>whisper</source>
        <translation>耳语</translation>
    </message>
    <message>
        <source>shout</source>
        <translation>喊叫</translation>
    </message>
    <message>
        <source>monotone</source>
        <translation>平板</translation>
    </message>
    <message>
        <source>lively</source>
        <translation>生动</translation>
    </message>
    <message>
        <source>clear</source>
        <translation>清晰</translation>
    </message>
    <message>
        <source>pauses</source>
        <translation>多停顿</translation>
    </message>
    <message>
        <source>fluent</source>
        <translation>流畅</translation>
    </message>
    <message>
        <source>trembling</source>
        <translation>颤抖</translation>
    </message>
    <message>
        <source>dark</source>
        <translation>低沉</translation>
    </message>
    <message>
        <source>sharp</source>
        <translation>尖锐</translation>
    </message>
    <message>
        <source>breathy</source>
        <translation>气声</translation>
    </message>
    <message>
        <source>bright</source>
        <translation>明亮</translation>
    </message>
    <message>
        <source>tense</source>
        <translation>紧绷</translation>
    </message>
    <message>
        <source>lax</source>
        <translation>松弛</translation>
    </message>
    <message>
        <source>rising</source>
        <translation>上扬</translation>
    </message>
    <message>
        <source>falling</source>
        <translation>下降</translation>
    </message>
    <message>
        <source>drawn out</source>
        <translation>拖长</translation>
    </message>
    <message>
        <source>clipped</source>
        <translation>短促</translation>
    </message>
    <message>
        <source>restrained</source>
        <translation>克制</translation>
    </message>
    <message>
        <source>not</source>
        <translation>不</translation>
    </message>
    <message>
        <source>yet</source>
        <translation>却</translation>
    </message>
</context>
<context>
    <name>Fold</name>
    <message>
        <source>opened</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>已折叠</translation>
    </message>
</context>
<context>
    <name>Health</name>
    <message>
        <source>version of the planning</source>
        <translation>规划版本</translation>
    </message>
    <message>
        <source>version of the sounding</source>
        <translation>发声版本</translation>
    </message>
    <message>
        <source>voice model</source>
        <translation>语音模型</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>runtime</source>
        <translation>运行库</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>sounds</source>
        <translation>音素</translation>
    </message>
    <message>
        <source>phrases</source>
        <translation>短语</translation>
    </message>
    <message>
        <source>breaks</source>
        <translation>停顿</translation>
    </message>
    <message>
        <source>words</source>
        <translation>词</translation>
    </message>
    <message>
        <source>rest</source>
        <translation>句后停顿</translation>
    </message>
    <message>
        <source>voice</source>
        <translation>嗓音</translation>
    </message>
    <message>
        <source>loudness of the voice</source>
        <translation>嗓音响度</translation>
    </message>
    <message>
        <source>emotion and knobs</source>
        <translation>情感与旋钮</translation>
    </message>
    <message>
        <source>ramp</source>
        <translation>渐变</translation>
    </message>
    <message>
        <source>points of the ramp</source>
        <translation>渐变点</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>correction</source>
        <translation>修正</translation>
    </message>
    <message>
        <source>what earlier lines leave</source>
        <translation>前面各行留下的影响</translation>
    </message>
    <message>
        <source>how style steers prosody</source>
        <translation>风格如何引导韵律</translation>
    </message>
    <message>
        <source>how voice quality is made</source>
        <translation>音质的做法</translation>
    </message>
    <message>
        <source>pitch at places in the line</source>
        <translation>句中某些位置的音高</translation>
    </message>
    <message>
        <source>Takes are not stored.</source>
        <translation>录次未存储。</translation>
    </message>
    <message>
        <source>no project</source>
        <translation>无项目</translation>
    </message>
    <message>
        <source>this project, not saved yet</source>
        <translation>本项目（尚未保存）</translation>
    </message>
    <message>
        <source>an unsaved project ({id})</source>
        <translation>未保存的项目（{id}）</translation>
    </message>
    <message>
        <source>This line: the stored take {key} answers, made {time}.</source>
        <translation>本行：由已存的录音 {key} 应答，制作于 {time}。</translation>
    </message>
    <message>
        <source>This line: no stored take is like it; it is made.</source>
        <translation>本行：没有相似的已存录音；需要制作。</translation>
    </message>
    <message>
        <source>This line is made: the nearest stored take differs in {inputs}.</source>
        <translation>本行需要制作：最接近的已存录音在以下方面不同：{inputs}。</translation>
    </message>
    <message>
        <source>Health: {score} of 1.</source>
        <translation>状况:{score}(满分 1)。</translation>
    </message>
    <message>
        <source>No take was asked for yet.</source>
        <translation>尚未请求任何录次。</translation>
    </message>
    <message>
        <source>{share} % of the takes asked for were there already.</source>
        <translation>所请求的录次中 {share} % 已存在。</translation>
    </message>
    <message>
        <source>{share} % of the prompts were understood before.</source>
        <translation>{share} % 的提示此前已被理解。</translation>
    </message>
    <message>
        <source>The emotions asked for have moved by {far}, by chance {null}.</source>
        <translation>所请求的情感移动了 {far},偶然值为 {null}。</translation>
    </message>
    <message>
        <source>All that is kept is as it was written.</source>
        <translation>所保存的一切均完好无损。</translation>
    </message>
    <message>
        <source>Damaged takes or plans: {takes}; emotions: {emotions}.</source>
        <translation>损坏：{takes} 个已存的录音或规划，{emotions} 个情感。</translation>
    </message>
    <message>
        <source>They are removed and made again when they are next wanted.</source>
        <translation>它们已被移除，下次需要时会重新生成。</translation>
    </message>
    <message>
        <source>{size} MB are free again.</source>
        <translation>已释放 {size} MB。</translation>
    </message>
    <message>
        <source>Removed takes: {takes}; plans: {plans}; emotions: {emotions}.</source>
        <translation>已移除：{takes} 个录音、{plans} 个规划、{emotions} 个情感。</translation>
    </message>
    <message>
        <source>Written emotions: {emotions}; presets: {presets}.</source>
        <translation>已写入 {emotions} 个情感和 {presets} 个预设。</translation>
    </message>
    <message>
        <source>Taken emotions: {emotions}; presets: {presets}; plans: {plans}. By {author}, under {licence}.</source>
        <translation>已取入：{author} 的 {emotions} 个情感、{presets} 个预设和 {plans} 个规划，许可 {licence}。</translation>
    </message>
</context>
<context>
    <name>HealthDialog</name>
    <message>
        <source>Health of the cache</source>
        <translation>缓存状况</translation>
    </message>
    <message>
        <source>Hit rate by project and time, as a table</source>
        <translation>按项目与时间的命中率表</translation>
    </message>
    <message>
        <source>C&amp;heck and mend</source>
        <translation>检查并修复(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Make compact</source>
        <translation>压缩整理(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Export a pack…</source>
        <translation>导出包(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Import a pack…</source>
        <translation>导入包(&amp;I)…</translation>
    </message>
    <message>
        <source>&amp;Remove all…</source>
        <translation>全部移除(&amp;R)…</translation>
    </message>
    <message>
        <source>nothing asked</source>
        <translation>无请求</translation>
    </message>
    <message>
        <source>{share} % of {wishes}</source>
        <translation>{wishes} 次中的 {share} %</translation>
    </message>
</context>
<context>
    <name>HealthGrid</name>
    <message>
        <source>Hit rate by project and time</source>
        <translation>按项目与时间的命中率</translation>
    </message>
</context>
<context>
    <name>HeatmapPanel</name>
    <message>
        <source>Write a line to see its pitch and energy.</source>
        <translation>写一行文字即可看到它的音高和能量。</translation>
    </message>
    <message>
        <source>Pitch and energy over time</source>
        <translation>音高与能量随时间的变化</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>分开</translation>
    </message>
    <message>
        <source>Show asked above achieved</source>
        <translation>上下分开显示要求与实际</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Show the values of each word</source>
        <translation>显示每个词的数值</translation>
    </message>
    <message>
        <source>Whole line</source>
        <translation>整行</translation>
    </message>
    <message>
        <source>Show the whole line and all of its pitch (Ctrl+0)</source>
        <translation>显示整行和全部音高范围（Ctrl+0）</translation>
    </message>
    <message>
        <source>Pitch and level of each word</source>
        <translation>每个词的音高和响度</translation>
    </message>
    <message>
        <source>Pitch asked</source>
        <translation>要求的音高</translation>
    </message>
    <message>
        <source>Pitch</source>
        <translation>音高</translation>
    </message>
    <message>
        <source>Pitch achieved</source>
        <translation>实际的音高</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>能量</translation>
    </message>
</context>
<context>
    <name>Knob</name>
    <message>
        <source>{name}, percent</source>
        <translation>{name}，百分比</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>{name}, number</source>
        <translation>{name}，数值</translation>
    </message>
</context>
<context>
    <name>Knobs</name>
    <message>
        <source>&amp;Intensity</source>
        <translation>强度(&amp;I)</translation>
    </message>
    <message>
        <source>How strong the emotion is. 0 % is neutral, 100 % clear but not shouted.</source>
        <translation>情感有多强。0 % 为中性，100 % 清晰但不喊叫。</translation>
    </message>
    <message>
        <source>Stabilit&amp;y</source>
        <translation>稳定度(&amp;Y)</translation>
    </message>
    <message>
        <source>How alike takes are. 100 % gives the same take every time.</source>
        <translation>各录次有多相似。100 % 时每次都相同。</translation>
    </message>
    <message>
        <source>&amp;Ramp</source>
        <translation>渐变(&amp;R)</translation>
    </message>
    <message>
        <source>How slowly the emotion is reached. 0 % has it from the first word.</source>
        <translation>情感到来得有多慢。0 % 时从第一个词就有。</translation>
    </message>
    <message>
        <source>Above {percent} % the speaker may sound like someone else.</source>
        <translation>超过 {percent} % 时，声音可能听起来像另一个人。</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
</context>
<context>
    <name>LineText</name>
    <message>
        <source>Text of the line</source>
        <translation>此行的文本</translation>
    </message>
    <message>
        <source>Shift+Enter splits the line at the cursor.</source>
        <translation>Shift+Enter 在光标处拆分此行。</translation>
    </message>
    <message>
        <source>What should be spoken</source>
        <translation>要朗读的内容</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Script</source>
        <translation>脚本</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>细节</translation>
    </message>
    <message>
        <source>Ramp</source>
        <translation>渐变</translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>录次</translation>
    </message>
    <message>
        <source>What really ran</source>
        <translation>实际运行情况</translation>
    </message>
    <message>
        <source>Value under the cursor</source>
        <translation>光标处的值</translation>
    </message>
</context>
<context>
    <name>MannerField</name>
    <message>
        <source>Voice of {what}</source>
        <translation>{what}的声音</translation>
    </message>
    <message>
        <source>neutral, or say how: “calm, warm”</source>
        <translation>中性，或描述方式：“平静、温暖”</translation>
    </message>
    <message>
        <source>Emotion of {what}</source>
        <translation>{what}的情感</translation>
    </message>
    <message>
        <source>Intensity of {what}</source>
        <translation>{what}的强度</translation>
    </message>
    <message>
        <source>Voice</source>
        <translation>声音</translation>
    </message>
    <message>
        <source>Emotion</source>
        <translation>情感</translation>
    </message>
    <message>
        <source>Intensity</source>
        <translation>强度</translation>
    </message>
</context>
<context>
    <name>MixRow</name>
    <message>
        <source>Voice {number}</source>
        <translation>声音 {number}</translation>
    </message>
    <message>
        <source>Take voice {number} out of the mix</source>
        <translation>从混合中移除声音 {number}</translation>
    </message>
    <message>
        <source>Share of voice {number}, percent</source>
        <translation>声音 {number} 的比例，百分比</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Share of voice {number}</source>
        <translation>声音 {number} 的比例</translation>
    </message>
</context>
<context>
    <name>NoticeCard</name>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Copy this notice</source>
        <translation>复制此通知</translation>
    </message>
    <message>
        <source>Close this notice</source>
        <translation>关闭此通知</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>Locate…</source>
        <translation>查找…</translation>
    </message>
    <message>
        <source>Use automatic</source>
        <translation>使用自动选择</translation>
    </message>
    <message>
        <source>Retry on CPU</source>
        <translation>用 CPU 重试</translation>
    </message>
    <message>
        <source>Save report…</source>
        <translation>保存报告…</translation>
    </message>
    <message>
        <source>Choose another place…</source>
        <translation>选择其他位置…</translation>
    </message>
    <message>
        <source>Look for devices again</source>
        <translation>重新查找设备</translation>
    </message>
    <message>
        <source>Work on a copy</source>
        <translation>在副本上工作</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>[did you mean {hint}? ]The list has them all</source>
        <translation>[您是指 {hint} 吗?]列表中有全部声音</translation>
    </message>
    <message>
        <source>locate the folder with its files</source>
        <translation>请找到其文件所在的文件夹</translation>
    </message>
    <message>
        <source>locate the folder with their files</source>
        <translation>请找到这些文件所在的文件夹</translation>
    </message>
    <message>
        <source>locate the folder with sound files</source>
        <translation>请找到文件完好的文件夹</translation>
    </message>
    <message>
        <source>locate the folder with its files[ ({hint})]</source>
        <translation>请找到其文件所在的文件夹[（{hint}）]</translation>
    </message>
    <message>
        <source>use automatic[ ({hint})]</source>
        <translation>请使用自动选择[（{hint}）]</translation>
    </message>
    <message>
        <source>try again on the CPU[ ({hint})]</source>
        <translation>请用 CPU 重试[（{hint}）]</translation>
    </message>
    <message>
        <source>choose another place[ ({hint})]</source>
        <translation>请选择其他位置[（{hint}）]</translation>
    </message>
    <message>
        <source>free some space or choose another place[ ({hint})]</source>
        <translation>请腾出一些空间或选择其他位置[（{hint}）]</translation>
    </message>
    <message>
        <source>connect an output and look again; everything else goes on[ ({hint})]</source>
        <translation>请连接输出设备后重新查找；其他功能不受影响[（{hint}）]</translation>
    </message>
    <message>
        <source>correct it, or leave out &lt;speak&gt; to have it read as plain text</source>
        <translation>请改正，或去掉 &lt;speak&gt; 按普通文本朗读</translation>
    </message>
    <message>
        <source>loading the voice</source>
        <translation>加载声音</translation>
    </message>
    <message>
        <source>speaking</source>
        <translation>朗读</translation>
    </message>
    <message>
        <source>something broke in {stage} ({kind})</source>
        <translation>{stage}时出了问题（{kind}）</translation>
    </message>
    <message>
        <source>the rest goes on; a report helps to mend it</source>
        <translation>其余部分照常工作；一份报告有助于修复</translation>
    </message>
    <message>
        <source>.</source>
        <translation>。</translation>
    </message>
    <message>
        <source>there is nothing to speak in the text[ ({detail})]</source>
        <translation>文本中没有可朗读的内容[（{detail}）]</translation>
    </message>
    <message>
        <source>give it at least one word</source>
        <translation>请至少写一个词</translation>
    </message>
    <message>
        <source>the text is too long[: {detail}]</source>
        <translation>文本太长[：{detail}]</translation>
    </message>
    <message>
        <source>split it and speak the parts one after another[ ({hint})]</source>
        <translation>请拆分后逐段朗读[（{hint}）]</translation>
    </message>
    <message>
        <source>this is not text: {detail}</source>
        <translation>这不是文本：{detail}</translation>
    </message>
    <message>
        <source>give it a plain text file[; {hint}]</source>
        <translation>请提供纯文本文件[；{hint}]</translation>
    </message>
    <message>
        <source>the text cannot be read: {detail}</source>
        <translation>无法读取文本：{detail}</translation>
    </message>
    <message>
        <source>check the file and its encoding[; {hint}]</source>
        <translation>请检查文件及其编码[；{hint}]</translation>
    </message>
    <message>
        <source>the SSML is not well-formed[: {detail}]</source>
        <translation>SSML 格式不正确[：{detail}]</translation>
    </message>
    <message>
        <source>correct it there, or leave out &lt;speak&gt; to have it read as plain text</source>
        <translation>请在该处改正,或去掉 &lt;speak&gt; 以按纯文本朗读</translation>
    </message>
    <message>
        <source>this cannot stand in a lexicon[: {detail}]</source>
        <translation>此内容不能写入词典[：{detail}]</translation>
    </message>
    <message>
        <source>correct it[: {hint}]</source>
        <translation>请改正[：{hint}]</translation>
    </message>
    <message>
        <source>the emotion prompt is too long[: {detail}]</source>
        <translation>情感提示太长[：{detail}]</translation>
    </message>
    <message>
        <source>describe the emotion in a sentence or two[ ({hint})]</source>
        <translation>请用一两句话描述情感[（{hint}）]</translation>
    </message>
    <message>
        <source>there is no voice called {detail}</source>
        <translation>没有名为 {detail} 的声音</translation>
    </message>
    <message>
        <source>[did you mean {hint}? ]`espressivo voices` lists them all</source>
        <translation>[您是指 {hint} 吗?]`espressivo voices` 会列出全部</translation>
    </message>
    <message>
        <source>the voice mix cannot be understood[: {detail}]</source>
        <translation>无法理解声音混合[：{detail}]</translation>
    </message>
    <message>
        <source>write it like [{hint}, that is, ]a name or names with weights joined by +</source>
        <translation>请写成[如 {hint}，即]一个名称，或用 + 连接的带权重的名称</translation>
    </message>
    <message>
        <source>this language cannot be spoken yet[: {detail}]</source>
        <translation>尚不能朗读此语言[：{detail}]</translation>
    </message>
    <message>
        <source>choose a voice of a language that can be[: {hint}]</source>
        <translation>请选择可朗读语言的声音[：{hint}]</translation>
    </message>
    <message>
        <source>{subject} is outside its range[: {detail}]</source>
        <translation>{subject} 超出范围[：{detail}]</translation>
    </message>
    <message>
        <source>choose a value from {hint}</source>
        <translation>请在 {hint} 中选择一个值</translation>
    </message>
    <message>
        <source>a keyframe is on a word that the text does not have[: {detail}]</source>
        <translation>关键帧位于文本中不存在的词上[：{detail}]</translation>
    </message>
    <message>
        <source>move it onto one of its words[ ({hint})]</source>
        <translation>请把它移到文本中的某个词上[（{hint}）]</translation>
    </message>
    <message>
        <source>the setting {subject} cannot be used[: {detail}]</source>
        <translation>无法使用设置 {subject}[：{detail}]</translation>
    </message>
    <message>
        <source>correct it or take it out[ ({hint})]</source>
        <translation>请改正或删除它[（{hint}）]</translation>
    </message>
    <message>
        <source>this name cannot be used[: {detail}]</source>
        <translation>无法使用此名称[：{detail}]</translation>
    </message>
    <message>
        <source>give it another one[ ({hint})]</source>
        <translation>请换一个名称[（{hint}）]</translation>
    </message>
    <message>
        <source>the data to learn from are not there[: {hint}]</source>
        <translation>找不到用于训练的数据[:{hint}]</translation>
    </message>
    <message>
        <source>name the folder that has goemotions.csv and librittsp_style_prompts.csv with --data</source>
        <translation>用 --data 指定含有 goemotions.csv 和 librittsp_style_prompts.csv 的文件夹</translation>
    </message>
    <message>
        <source>training needs PyTorch, which is not installed here</source>
        <translation>训练需要 PyTorch,此处尚未安装</translation>
    </message>
    <message>
        <source>install the extra called train, or torch itself</source>
        <translation>请安装名为 train 的附加组件,或直接安装 torch</translation>
    </message>
    <message>
        <source>what judges the sound is not installed here[: {detail}]</source>
        <translation>此处未安装用于评判声音的组件[：{detail}]</translation>
    </message>
    <message>
        <source>install the judges[ with {hint}], in an environment of their own</source>
        <translation>请[用 {hint} ]将评判组件安装在单独的环境中</translation>
    </message>
    <message>
        <source>this pack cannot be used[: {detail}]</source>
        <translation>无法使用此缓存包[:{detail}]</translation>
    </message>
    <message>
        <source>give a pack that `espressivo cache export` wrote here or elsewhere[ ({hint})]</source>
        <translation>请给出由 `espressivo cache export` 在本机或他处写出的缓存包[({hint})]</translation>
    </message>
    <message>
        <source>this project file is damaged or is none[: {detail}]</source>
        <translation>此项目文件已损坏，或不是项目文件[：{detail}]</translation>
    </message>
    <message>
        <source>open a copy of it kept elsewhere, or correct it in a text editor[ ({hint})]</source>
        <translation>请打开存于别处的副本，或在文本编辑器中改正[（{hint}）]</translation>
    </message>
    <message>
        <source>this project was made by a newer version of the program[: {detail}]</source>
        <translation>此项目由本程序的更新版本创建[：{detail}]</translation>
    </message>
    <message>
        <source>open it there, or install that version[ ({hint})]</source>
        <translation>请在该版本中打开，或安装该版本[（{hint}）]</translation>
    </message>
    <message>
        <source>the project cannot be read[: {detail}]</source>
        <translation>无法读取项目[：{detail}]</translation>
    </message>
    <message>
        <source>see that the file is there and may be read[ ({hint})]</source>
        <translation>请确认文件存在且可读取[（{hint}）]</translation>
    </message>
    <message>
        <source>the project cannot be saved[: {detail}]</source>
        <translation>无法保存项目[：{detail}]</translation>
    </message>
    <message>
        <source>save it under another name or in another folder[ ({hint})]</source>
        <translation>请用其他名称或在其他文件夹中保存[（{hint}）]</translation>
    </message>
    <message>
        <source>the project file was changed by another program[: {detail}]</source>
        <translation>项目文件已被其他程序更改[：{detail}]</translation>
    </message>
    <message>
        <source>save under another name, or save again to replace it[ ({hint})]</source>
        <translation>请用其他名称保存，或再次保存以替换它[（{hint}）]</translation>
    </message>
    <message>
        <source>this project is open in another window[: {detail}]</source>
        <translation>此项目已在另一个窗口中打开[：{detail}]</translation>
    </message>
    <message>
        <source>look at it here without saving, or work on a copy[ ({hint})]</source>
        <translation>可在此只看不存，或在副本上工作[（{hint}）]</translation>
    </message>
    <message>
        <source>the voice model is missing[: {detail}]</source>
        <translation>缺少声音模型[：{detail}]</translation>
    </message>
    <message>
        <source>to get it: {hint}</source>
        <translation>获取方法:{hint}</translation>
    </message>
    <message>
        <source>a file of the voice model is damaged[: {detail}]</source>
        <translation>声音模型的一个文件已损坏[：{detail}]</translation>
    </message>
    <message>
        <source>`espressivo models prepare` makes it again</source>
        <translation>`espressivo models prepare` 会重新生成它</translation>
    </message>
    <message>
        <source>this voice model cannot be used[: {detail}]</source>
        <translation>无法使用此声音模型[：{detail}]</translation>
    </message>
    <message>
        <source>take Kokoro v1.0 as int8 or float ONNX[ ({hint})]</source>
        <translation>请使用 int8 或浮点 ONNX 格式的 Kokoro v1.0[（{hint}）]</translation>
    </message>
    <message>
        <source>the voices are missing[: {detail}]</source>
        <translation>缺少声音文件[：{detail}]</translation>
    </message>
    <message>
        <source>to get them: {hint}</source>
        <translation>获取方法:{hint}</translation>
    </message>
    <message>
        <source>the voice model could not be prepared[: {detail}]</source>
        <translation>无法准备声音模型[：{detail}]</translation>
    </message>
    <message>
        <source>give its files with `espressivo models prepare --from DIR`[ ({hint})]</source>
        <translation>用 `espressivo models prepare --from DIR` 给出其文件[({hint})]</translation>
    </message>
    <message>
        <source>there is no backend called {detail}</source>
        <translation>没有名为 {detail} 的后端</translation>
    </message>
    <message>
        <source>this kind of document cannot be read[: {detail}]</source>
        <translation>无法读取这种文档[:{detail}]</translation>
    </message>
    <message>
        <source>give one of these: {hint}</source>
        <translation>请给出以下之一:{hint}</translation>
    </message>
    <message>
        <source>this document cannot be read[: {detail}]</source>
        <translation>无法读取此文档[:{detail}]</translation>
    </message>
    <message>
        <source>get the file again, or save it anew in the program it comes from[ ({hint})]</source>
        <translation>请重新获取该文件,或在其原程序中重新保存[({hint})]</translation>
    </message>
    <message>
        <source>this document is protected by a password or by copy protection[: {detail}]</source>
        <translation>此文档受密码或版权保护[:{detail}]</translation>
    </message>
    <message>
        <source>give a copy without it[ ({hint})]</source>
        <translation>请给出未受保护的副本[({hint})]</translation>
    </message>
    <message>
        <source>the pages of this document are pictures without text[: {detail}]</source>
        <translation>此文档的页面是没有文字的图像[:{detail}]</translation>
    </message>
    <message>
        <source>put it through a text recognition first[ ({hint})]</source>
        <translation>请先做文字识别[({hint})]</translation>
    </message>
    <message>
        <source>the plan of the book cannot be used[: {detail}]</source>
        <translation>无法使用本书的方案[:{detail}]</translation>
    </message>
    <message>
        <source>correct it, or write it anew with `espressivo check --write-plan`[ ({hint})]</source>
        <translation>请改正,或用 `espressivo check --write-plan` 重新写出[({hint})]</translation>
    </message>
    <message>
        <source>there is no profile called {detail}</source>
        <translation>没有名为 {detail} 的配置</translation>
    </message>
    <message>
        <source>choose one of {hint}</source>
        <translation>请选择以下之一：{hint}</translation>
    </message>
    <message>
        <source>there is no format called {detail}</source>
        <translation>没有名为 {detail} 的格式</translation>
    </message>
    <message>
        <source>choose among {hint}</source>
        <translation>请从 {hint} 中选择</translation>
    </message>
    <message>
        <source>another program is narrating into this folder[: {detail}]</source>
        <translation>另一个程序正在向此文件夹朗读[:{detail}]</translation>
    </message>
    <message>
        <source>let it end, or name another folder with --out[ ({hint})]</source>
        <translation>请等它结束,或用 --out 指定另一个文件夹[({hint})]</translation>
    </message>
    <message>
        <source>what is kept of this narration cannot be read[: {detail}]</source>
        <translation>无法读取此次朗读所存的内容[:{detail}]</translation>
    </message>
    <message>
        <source>name another folder with --out, or remove that file[ ({hint})]</source>
        <translation>请用 --out 指定另一个文件夹,或删除该文件[({hint})]</translation>
    </message>
    <message>
        <source>there is no narration in this folder[: {detail}]</source>
        <translation>此文件夹中没有朗读[:{detail}]</translation>
    </message>
    <message>
        <source>name the folder that `espressivo narrate` wrote[ ({hint})]</source>
        <translation>请指定 `espressivo narrate` 写出的文件夹[({hint})]</translation>
    </message>
    <message>
        <source>listening to the lines needs the recogniser, which is not installed here</source>
        <translation>听写检查需要识别器，而这里没有安装</translation>
    </message>
    <message>
        <source>install the extra called recogniser[: {hint}], or leave --listen out</source>
        <translation>请安装名为 recogniser 的附加组件[：{hint}]，或去掉 --listen</translation>
    </message>
    <message>
        <source>speaking on several machines needs Ray, which is not installed here</source>
        <translation>在多台机器上朗读需要 Ray，而这里没有安装</translation>
    </message>
    <message>
        <source>install the extra called cluster[: {hint}]</source>
        <translation>请安装名为 cluster 的附加组件[：{hint}]</translation>
    </message>
    <message>
        <source>no Ray cluster answers there[: {detail}]</source>
        <translation>那里没有 Ray 集群应答[：{detail}]</translation>
    </message>
    <message>
        <source>start one with `ray start --head`, make this machine a part of it, and name it as HOST:PORT[ ({hint})]</source>
        <translation>用 `ray start --head` 启动集群，让本机加入其中，并以 HOST:PORT 的形式指定[（{hint}）]</translation>
    </message>
    <message>
        <source>no worker can speak as this process does[: {detail}]</source>
        <translation>没有任何工作进程能与本进程说得一样[:{detail}]</translation>
    </message>
    <message>
        <source>install the same release there and prepare the voice, or leave --cluster or --workers out[ ({hint})]</source>
        <translation>请在那里安装同一版本并准备好语音,或去掉 --cluster 或 --workers[({hint})]</translation>
    </message>
    <message>
        <source>the workers were lost[: {detail}]</source>
        <translation>工作进程已丢失[:{detail}]</translation>
    </message>
    <message>
        <source>see that the machines run and have memory; the same command goes on from here[ ({hint})]</source>
        <translation>请确认这些机器在运行且内存足够；同一命令会从这里继续[（{hint}）]</translation>
    </message>
    <message>
        <source>a program that was needed failed[: {detail}]</source>
        <translation>所需的程序运行失败[:{detail}]</translation>
    </message>
    <message>
        <source>see that it is whole and that there is room on the disk[ ({hint})]</source>
        <translation>请确认它完好,且磁盘有空间[({hint})]</translation>
    </message>
    <message>
        <source>this backend cannot run here[: {detail}]</source>
        <translation>此后端无法在这里运行[：{detail}]</translation>
    </message>
    <message>
        <source>use --backend auto, or see `espressivo backends --explain`[ ({hint})]</source>
        <translation>请使用 --backend auto,或查看 `espressivo backends --explain`[({hint})]</translation>
    </message>
    <message>
        <source>the backend failed while it worked[: {detail}]</source>
        <translation>后端在运行中失败[：{detail}]</translation>
    </message>
    <message>
        <source>try again with --backend cpu[ ({hint})]</source>
        <translation>请用 --backend cpu 重试[({hint})]</translation>
    </message>
    <message>
        <source>a stored take was damaged[: {detail}]</source>
        <translation>已存的一条录音损坏[：{detail}]</translation>
    </message>
    <message>
        <source>it is removed and made again[ ({hint})]</source>
        <translation>将删除并重新生成[（{hint}）]</translation>
    </message>
    <message>
        <source>takes cannot be stored[: {detail}]</source>
        <translation>无法保存录音[：{detail}]</translation>
    </message>
    <message>
        <source>the work goes on without storing; free some disk space[ ({hint})]</source>
        <translation>将继续工作但不保存；请腾出一些磁盘空间[（{hint}）]</translation>
    </message>
    <message>
        <source>this cannot be written as {detail}</source>
        <translation>无法写成 {detail} 格式</translation>
    </message>
    <message>
        <source>end the name with one of {hint}</source>
        <translation>文件名请以下列之一结尾：{hint}</translation>
    </message>
    <message>
        <source>the output cannot be written[: {detail}]</source>
        <translation>无法写入输出[：{detail}]</translation>
    </message>
    <message>
        <source>choose another place with -o[ ({hint})]</source>
        <translation>请用 -o 另选位置[({hint})]</translation>
    </message>
    <message>
        <source>the sound is too long for its format[: {detail}]</source>
        <translation>声音太长，超出其格式的限制[：{detail}]</translation>
    </message>
    <message>
        <source>choose another format[, such as {hint}]</source>
        <translation>请选择其他格式[，如 {hint}]</translation>
    </message>
    <message>
        <source>the disk is full[: {detail}]</source>
        <translation>磁盘已满[：{detail}]</translation>
    </message>
    <message>
        <source>free some space or choose another place with -o[ ({hint})]</source>
        <translation>请腾出一些空间,或用 -o 另选位置[({hint})]</translation>
    </message>
    <message>
        <source>sound cannot be played here[: {detail}]</source>
        <translation>这里无法播放声音[：{detail}]</translation>
    </message>
    <message>
        <source>leave --play out and write a file with -o[, or {hint}]</source>
        <translation>请去掉 --play 并用 -o 写入文件[,或{hint}]</translation>
    </message>
    <message>
        <source>a program that is needed is missing[: {detail}]</source>
        <translation>缺少所需的程序[：{detail}]</translation>
    </message>
    <message>
        <source>install it[: {hint}]</source>
        <translation>请安装它[：{hint}]</translation>
    </message>
    <message>
        <source>words in square brackets that are no known direction were left out[: {detail}]</source>
        <translation>方括号中不是已知指示的词已略去[：{detail}]</translation>
    </message>
    <message>
        <source>words in square brackets that are no known command were spoken[: {detail}]</source>
        <translation>方括号中不是已知命令的词已照读[：{detail}]</translation>
    </message>
    <message>
        <source>the emotions asked for lately are others than before, so fewer are there[: {detail}]</source>
        <translation>近来所请求的情感与以前不同,因此命中较少[:{detail}]</translation>
    </message>
    <message>
        <source>hardly anything is answered from what is kept, its health is[ {detail}] of 1</source>
        <translation>几乎没有从所存内容得到回应,其状况为[ {detail}](满分 1)</translation>
    </message>
    <message>
        <source>this command cannot be followed yet and was left out[: {detail}]</source>
        <translation>此命令尚不能执行，已略去[：{detail}]</translation>
    </message>
    <message>
        <source>a line missed what was asked and was made once more, corrected[: {detail}]</source>
        <translation>有一行未达到要求，已修正后重新合成一次[：{detail}]</translation>
    </message>
    <message>
        <source>an engine of the graphics card was not there yet, so the next backend stood in for it[: {detail}]</source>
        <translation>显卡的引擎尚未就绪，由下一个后端代为合成[：{detail}]</translation>
    </message>
    <message>
        <source>emoji were left out[: {detail}]</source>
        <translation>表情符号已略去[：{detail}]</translation>
    </message>
    <message>
        <source>at this intensity the speaker may sound like someone else[: {detail}]</source>
        <translation>在此强度下，说话人可能听起来像另一个人[：{detail}]</translation>
    </message>
    <message>
        <source>words in a language that cannot be read here were read as the text&apos;s own[: {detail}]</source>
        <translation>此处不能朗读的语言的词已按文本语言朗读[：{detail}]</translation>
    </message>
    <message>
        <source>a file&apos;s map cannot be read by the card in its place, so it was copied[: {detail}]</source>
        <translation>显卡无法就地读取文件映射，因此复制了它[：{detail}]</translation>
    </message>
    <message>
        <source>a file&apos;s map cannot be read by the card, which goes on without[: {detail}]</source>
        <translation>显卡无法读取文件映射，未使用它继续[：{detail}]</translation>
    </message>
    <message>
        <source>this markup cannot be followed and changes nothing[: {detail}]</source>
        <translation>此标记无法执行，不产生任何变化[：{detail}]</translation>
    </message>
    <message>
        <source>elements that are not known were left out and their words kept[: {detail}]</source>
        <translation>未知的标记已略去，其中的词保留[：{detail}]</translation>
    </message>
    <message>
        <source>a pause longer than can be asked for was shortened[: {detail}]</source>
        <translation>过长的停顿已缩短[：{detail}]</translation>
    </message>
    <message>
        <source>sounds given for a word are none the voice knows, it was read as written[: {detail}]</source>
        <translation>为某词给出的音素都不是该声音所知的，已按原文朗读[：{detail}]</translation>
    </message>
    <message>
        <source>words of the emotion prompt are in no list and were guessed[: {detail}]</source>
        <translation>情感提示中的某些词不在词表中，其含义为猜测[：{detail}]</translation>
    </message>
    <message>
        <source>an emotion with a share below nothing was left out[: {detail}]</source>
        <translation>占比为负的情感已略去[：{detail}]</translation>
    </message>
    <message>
        <source>the lexicon cannot be read: {detail}</source>
        <translation>无法读取词典：{detail}</translation>
    </message>
    <message>
        <source>a file to prepare from is damaged[: {detail}]</source>
        <translation>用于准备的文件已损坏[：{detail}]</translation>
    </message>
    <message>
        <source>get this file again[ ({hint})]</source>
        <translation>请重新获取此文件[（{hint}）]</translation>
    </message>
    <message>
        <source>the data folder cannot be written[: {detail}]</source>
        <translation>无法写入数据文件夹[：{detail}]</translation>
    </message>
    <message>
        <source>name another folder with ESPRESSIVO_DATA[ (now {hint})]</source>
        <translation>请用 ESPRESSIVO_DATA 指定另一个文件夹[（当前为 {hint}）]</translation>
    </message>
    <message>
        <source>the disk of the data folder is full[: {detail}]</source>
        <translation>数据文件夹所在磁盘已满[：{detail}]</translation>
    </message>
    <message>
        <source>free some space, or name a folder on another disk with ESPRESSIVO_DATA[ (now {hint})]</source>
        <translation>请释放一些空间，或用 ESPRESSIVO_DATA 指定其他磁盘上的文件夹[（当前为 {hint}）]</translation>
    </message>
    <message>
        <source>name a table of words that can be, in UTF-8[; {hint}]</source>
        <translation>请指定一个可读取的 UTF-8 词表[；{hint}]</translation>
    </message>
    <message>
        <source>the emotion prompt was not understood and changes nothing[: {detail}]</source>
        <translation>情感提示未能理解，不产生任何变化[：{detail}]</translation>
    </message>
    <message>
        <source>the candidate of the rollout was put back, all is as before it[: {detail}]</source>
        <translation>已撤回试用的候选版本,一切如前[:{detail}]</translation>
    </message>
    <message>
        <source>letters this voice cannot read were left out[: {detail}]</source>
        <translation>此声音不能读的文字已略去[：{detail}]</translation>
    </message>
    <message>
        <source>marks that have no sound were left out[: {detail}]</source>
        <translation>不发音的符号已略去[：{detail}]</translation>
    </message>
    <message>
        <source>sounds the voice does not know were left out[: {detail}]</source>
        <translation>此声音没有的音已略去[：{detail}]</translation>
    </message>
    <message>
        <source>this stage direction cannot be followed yet and was left out[: {detail}]</source>
        <translation>此舞台提示尚不能执行，已略去[：{detail}]</translation>
    </message>
    <message>
        <source>a tag names a voice that is not there, the voice before it goes on[: {detail}]</source>
        <translation>标记指定的声音不存在，继续使用之前的声音[：{detail}]</translation>
    </message>
    <message>
        <source>a word too long to be one was cut[: {detail}]</source>
        <translation>过长的词已被截断[：{detail}]</translation>
    </message>
    <message>
        <source>foreign words were read with the sounds of this language[: {detail}]</source>
        <translation>外语词已按本语言的读音朗读[：{detail}]</translation>
    </message>
    <message>
        <source>words this voice has no sounds for were left out[: {detail}]</source>
        <translation>此声音无法发音的词已略去[：{detail}]</translation>
    </message>
    <message>
        <source>the pronunciation of a word was guessed[: {detail}]</source>
        <translation>某个词的读音为猜测[：{detail}]</translation>
    </message>
    <message>
        <source>the backend {subject} was passed over[: {detail}]</source>
        <translation>已跳过后端 {subject}[：{detail}]</translation>
    </message>
    <message>
        <source>float32 is taken, int8 is no quicker here[: {detail}]</source>
        <translation>采用 float32，int8 在本机上并不更快[：{detail}]</translation>
    </message>
    <message>
        <source>the backend {subject} has one precision only, which it goes on with</source>
        <translation>后端 {subject} 只有一种精度，将继续使用它</translation>
    </message>
    <message>
        <source>int8 is taken, it is quicker here[: {detail}]</source>
        <translation>采用 int8，它在本机上更快[：{detail}]</translation>
    </message>
    <message>
        <source>int8 is not quicker than float32 on this processor[: {detail}]</source>
        <translation>int8 在此处理器上并不比 float32 更快[：{detail}]</translation>
    </message>
    <message>
        <source>float32 is taken, the int8 form could not be made[: {detail}]</source>
        <translation>采用 float32，未能生成 int8 形式[：{detail}]</translation>
    </message>
    <message>
        <source>the table of emotions was damaged and is mended, lost ones are made again[: {detail}]</source>
        <translation>情感表曾损坏，已经修复；丢失的会重新生成[：{detail}]</translation>
    </message>
    <message>
        <source>a stored take was damaged and is made again[: {detail}]</source>
        <translation>已存的一条录音损坏，正在重新生成[：{detail}]</translation>
    </message>
    <message>
        <source>a stored take fell short and is made again[: {detail}]</source>
        <translation>已存的一条录音不达标，正在重新生成[：{detail}]</translation>
    </message>
    <message>
        <source>this take could not be stored, the work goes on without[: {detail}]</source>
        <translation>此录音无法保存，将继续工作[：{detail}]</translation>
    </message>
    <message>
        <source>stored takes cannot be read, the work goes on without[: {detail}]</source>
        <translation>无法读取已存的录音，将继续工作[：{detail}]</translation>
    </message>
</context>
<context>
    <name>Overview</name>
    <message>
        <source>Script overview</source>
        <translation>脚本概览</translation>
    </message>
    <message>
        <source>no length yet</source>
        <translation>长度未知</translation>
    </message>
    <message>
        <source>{n} of {all}: {label}, {length}, arousal {arousal}, valence {valence}, {state}</source>
        <translation>第 {n} 行，共 {all} 行：{label}，{length}，唤醒度 {arousal}，效价 {valence}，{state}</translation>
    </message>
    <message>
        <source>The script is empty.</source>
        <translation>脚本是空的。</translation>
    </message>
    <message>
        <source>arousal {low}</source>
        <translation>唤醒度 {low}</translation>
    </message>
    <message>
        <source>The script is empty. Write a line, or paste or drop a text.</source>
        <translation>脚本为空。请写一行,或粘贴、拖入文本。</translation>
    </message>
    <message>
        <source>not planned</source>
        <translation>未规划</translation>
    </message>
    <message>
        <source>planned</source>
        <translation>已规划</translation>
    </message>
    <message>
        <source>rendering</source>
        <translation>生成中</translation>
    </message>
    <message>
        <source>rendered</source>
        <translation>已生成</translation>
    </message>
    <message>
        <source>stale</source>
        <translation>已过时</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
</context>
<context>
    <name>PackDialog</name>
    <message>
        <source>Export a pack</source>
        <translation>导出包</translation>
    </message>
    <message>
        <source>&amp;Author</source>
        <translation>作者(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Licence</source>
        <translation>许可(&amp;L)</translation>
    </message>
</context>
<context>
    <name>Pad</name>
    <message>
        <source>Emotion pad: valence and arousal</source>
        <translation>情感面板：效价与唤醒度</translation>
    </message>
    <message>
        <source>valence {valence}, arousal {arousal}, dominance {dominance}</source>
        <translation>效价 {valence}，唤醒度 {arousal}，支配度 {dominance}</translation>
    </message>
    <message>
        <source>{text}, near {emotion}</source>
        <translation>{text}，接近“{emotion}”</translation>
    </message>
    <message>
        <source>valence {valence} · arousal {arousal}</source>
        <translation>效价 {valence} · 唤醒度 {arousal}</translation>
    </message>
    <message>
        <source>excited</source>
        <translation>激动</translation>
    </message>
    <message>
        <source>calm</source>
        <translation>平静</translation>
    </message>
    <message>
        <source>unpleasant</source>
        <translation>不愉快</translation>
    </message>
    <message>
        <source>pleasant</source>
        <translation>愉快</translation>
    </message>
</context>
<context>
    <name>Plot</name>
    <message>
        <source>{hz:.0f} Hz</source>
        <translation>{hz:.0f} Hz</translation>
    </message>
    <message>
        <source>{sign}{number} st</source>
        <translation>{sign}{number} 半音</translation>
    </message>
    <message>
        <source>{sign}{number} dB</source>
        <translation>{sign}{number} dB</translation>
    </message>
    <message>
        <source>{seconds:.{digits}f} s</source>
        <translation>{seconds:.{digits}f} 秒</translation>
    </message>
    <message>
        <source>unvoiced</source>
        <translation>清音</translation>
    </message>
    <message>
        <source>“{word}”</source>
        <translation>“{word}”</translation>
    </message>
    <message>
        <source>asked {pitch}</source>
        <translation>要求 {pitch}</translation>
    </message>
    <message>
        <source>achieved {pitch}</source>
        <translation>实际 {pitch}</translation>
    </message>
    <message>
        <source>level asked {level}</source>
        <translation>要求响度 {level}</translation>
    </message>
    <message>
        <source>achieved {level}</source>
        <translation>实际响度 {level}</translation>
    </message>
    <message>
        <source>{level} at {hz}</source>
        <translation>{hz} 处 {level}</translation>
    </message>
    <message>
        <source>{curve} {hz} ±{half:.1f} st</source>
        <translation>{curve} {hz} ±{half:.1f} 半音</translation>
    </message>
    <message>
        <source>asked</source>
        <translation>要求</translation>
    </message>
    <message>
        <source>achieved</source>
        <translation>实际</translation>
    </message>
    <message>
        <source>achieved, older direction</source>
        <translation>实际（旧指示）</translation>
    </message>
    <message>
        <source>neutral</source>
        <translation>中性</translation>
    </message>
    <message>
        <source>pitch 0…1</source>
        <translation>音高 0…1</translation>
    </message>
    <message>
        <source>{pitch}, energy {low}…{high}</source>
        <translation>{pitch}，能量 {low}…{high}</translation>
    </message>
</context>
<context>
    <name>Present</name>
    <message>
        <source>No direction: the voice speaks as it does by itself.</source>
        <translation>没有指示：声音按其本来的样子说话。</translation>
    </message>
    <message>
        <source>Not understood: it changes nothing.</source>
        <translation>未能理解：不产生任何变化。</translation>
    </message>
    <message>
        <source>Guessed as {what}</source>
        <translation>猜测为：{what}</translation>
    </message>
    <message>
        <source>Understood as {what}</source>
        <translation>理解为：{what}</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>; {words} and {count} more change nothing</source>
        <translation>；{words}以及另外 {count} 个词不起作用</translation>
    </message>
    <message>
        <source>; {words} changes nothing</source>
        <translation>；{words}不起作用</translation>
    </message>
    <message>
        <source>.</source>
        <translation>。</translation>
    </message>
    <message>
        <source>not {manner}</source>
        <translation>不{manner}</translation>
    </message>
    <message>
        <source>Nothing to speak</source>
        <translation>没有可朗读的内容</translation>
    </message>
    <message>
        <source>{seconds:.1f} s</source>
        <translation>{seconds:.1f} 秒</translation>
    </message>
    <message>
        <source>Spoken as the voice speaks by itself, {length}</source>
        <translation>按声音本来的样子朗读，{length}</translation>
    </message>
    <message>
        <source>Pitch and energy as in neutral speech, {length}</source>
        <translation>音高和能量与中性朗读相同，{length}</translation>
    </message>
    <message>
        <source>{what}, {length}</source>
        <translation>{what}，{length}</translation>
    </message>
    <message>
        <source>Pitch rises {st:.1f} st over “{words}”, energy {db:+.0f} dB</source>
        <translation>音高在“{words}”处升高 {st:.1f} 半音，能量 {db:+.0f} dB</translation>
    </message>
    <message>
        <source>Pitch falls {st:.1f} st over “{words}”, energy {db:+.0f} dB</source>
        <translation>音高在“{words}”处降低 {st:.1f} 半音，能量 {db:+.0f} dB</translation>
    </message>
    <message>
        <source>Pitch rises {st:.1f} st over “{words}”</source>
        <translation>音高在“{words}”处升高 {st:.1f} 半音</translation>
    </message>
    <message>
        <source>Pitch falls {st:.1f} st over “{words}”</source>
        <translation>音高在“{words}”处降低 {st:.1f} 半音</translation>
    </message>
    <message>
        <source>Energy {db:+.0f} dB over “{words}”</source>
        <translation>“{words}”处能量 {db:+.0f} dB</translation>
    </message>
    <message>
        <source>Take {number}</source>
        <translation>第 {number} 条</translation>
    </message>
</context>
<context>
    <name>Preset</name>
    <message>
        <source>Warm</source>
        <translation>温暖</translation>
    </message>
    <message>
        <source>Cheerful</source>
        <translation>欢快</translation>
    </message>
    <message>
        <source>Excited</source>
        <translation>兴奋</translation>
    </message>
    <message>
        <source>Confident</source>
        <translation>自信</translation>
    </message>
    <message>
        <source>Curious</source>
        <translation>好奇</translation>
    </message>
    <message>
        <source>Calm</source>
        <translation>平静</translation>
    </message>
    <message>
        <source>Wistful</source>
        <translation>怀念</translation>
    </message>
    <message>
        <source>Sad</source>
        <translation>悲伤</translation>
    </message>
    <message>
        <source>Tired</source>
        <translation>疲惫</translation>
    </message>
    <message>
        <source>Worried</source>
        <translation>担忧</translation>
    </message>
    <message>
        <source>Afraid</source>
        <translation>害怕</translation>
    </message>
    <message>
        <source>Angry</source>
        <translation>愤怒</translation>
    </message>
    <message>
        <source>Icy</source>
        <translation>冰冷</translation>
    </message>
</context>
<context>
    <name>Presets</name>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Show all presets</source>
        <translation>显示全部预设</translation>
    </message>
    <message>
        <source>Save as preset</source>
        <translation>存为预设</translation>
    </message>
    <message>
        <source>Save this direction as a preset</source>
        <translation>把当前指示存为预设</translation>
    </message>
    <message>
        <source>Preset {name}</source>
        <translation>预设 {name}</translation>
    </message>
    <message>
        <source>Hear it on this line</source>
        <translation>在此行上试听</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Name of the preset:</source>
        <translation>预设名称：</translation>
    </message>
    <message>
        <source>Rename preset</source>
        <translation>重命名预设</translation>
    </message>
</context>
<context>
    <name>PromptBox</name>
    <message>
        <source>How it should &amp;sound</source>
        <translation>应有的语气(&amp;S)</translation>
    </message>
    <message>
        <source>How it should sound</source>
        <translation>应有的语气</translation>
    </message>
    <message>
        <source>for example: with gentle concern, slowly</source>
        <translation>例如：温柔而关切，慢一点</translation>
    </message>
</context>
<context>
    <name>PromptField</name>
    <message>
        <source>changes nothing</source>
        <translation>没有影响</translation>
    </message>
</context>
<context>
    <name>RampCanvas</name>
    <message>
        <source>Strength</source>
        <translation>强度</translation>
    </message>
    <message>
        <source>Ramp: strength of the emotion over the words</source>
        <translation>渐变：情感强度随词语的变化</translation>
    </message>
    <message>
        <source>No words to ramp over.</source>
        <translation>没有可以设置渐变的词语。</translation>
    </message>
    <message>
        <source>“{word}”, keyframe {strength:.2f}, grabbed</source>
        <translation>“{word}”，关键帧 {strength:.2f}，已抓取</translation>
    </message>
    <message>
        <source>“{word}”, keyframe {strength:.2f}</source>
        <translation>“{word}”，关键帧 {strength:.2f}</translation>
    </message>
    <message>
        <source>“{word}”, strength {strength:.2f}, no keyframe</source>
        <translation>“{word}”，强度 {strength:.2f}，无关键帧</translation>
    </message>
    <message>
        <source>Keyframes: {n}.</source>
        <translation>关键帧：{n} 个。</translation>
    </message>
    <message>
        <source>No keyframes.</source>
        <translation>没有关键帧。</translation>
    </message>
</context>
<context>
    <name>RampEditor</name>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Use the ramp knob</source>
        <translation>使用渐变旋钮</translation>
    </message>
    <message>
        <source>Remove all keyframes</source>
        <translation>移除所有关键帧</translation>
    </message>
</context>
<context>
    <name>RampModel</name>
    <message>
        <source>Word</source>
        <translation>词</translation>
    </message>
    <message>
        <source>From</source>
        <translation>起</translation>
    </message>
    <message>
        <source>Strength</source>
        <translation>强度</translation>
    </message>
    <message>
        <source>{strength:.2f} keyframe</source>
        <translation>{strength:.2f} 关键帧</translation>
    </message>
</context>
<context>
    <name>RampTable</name>
    <message>
        <source>Strength of the emotion on each word</source>
        <translation>每个词上的情感强度</translation>
    </message>
</context>
<context>
    <name>RecoveryDialog</name>
    <message>
        <source>Unsaved changes found</source>
        <translation>发现未保存的更改</translation>
    </message>
    <message>
        <source>“{project}” was not closed properly. There are changes from {when} that were not saved. All takes are safe in either case.</source>
        <translation>“{project}”没有正常关闭。有 {when} 的更改尚未保存。无论如何，所有录次都是安全的。</translation>
    </message>
    <message>
        <source>A project that was never saved was not closed properly. What was in it on {when} is still here. All takes are safe in either case.</source>
        <translation>一个从未保存的项目没有正常关闭。它在 {when} 时的内容还在。无论哪种情况，所有录次都是安全的。</translation>
    </message>
    <message>
        <source>&amp;Drop it</source>
        <translation>丢弃(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Bring the changes back</source>
        <translation>恢复更改(&amp;B)</translation>
    </message>
    <message>
        <source>De&amp;cide later</source>
        <translation>以后再决定(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Open as last saved and drop the changes</source>
        <translation>打开上次保存的版本并放弃更改(&amp;O)</translation>
    </message>
</context>
<context>
    <name>RenderBar</name>
    <message>
        <source>&amp;Render the book</source>
        <translation>渲染此书(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>取消(&amp;N)</translation>
    </message>
    <message>
        <source>How far the rendering is</source>
        <translation>渲染进度</translation>
    </message>
</context>
<context>
    <name>RowDelegate</name>
    <message>
        <source>Text of the line</source>
        <translation>此行的文本</translation>
    </message>
</context>
<context>
    <name>ScriptList</name>
    <message>
        <source>Script</source>
        <translation>脚本</translation>
    </message>
    <message>
        <source>Enter or F2 edits a line, Alt+Up and Alt+Down move it, Insert adds one.</source>
        <translation>Enter 或 F2 编辑此行，Alt+上/下 移动此行，Insert 添加一行。</translation>
    </message>
</context>
<context>
    <name>ScriptModel</name>
    <message>
        <source>not spoken yet</source>
        <translation>尚未朗读</translation>
    </message>
    <message>
        <source>planned</source>
        <translation>已规划</translation>
    </message>
    <message>
        <source>being spoken</source>
        <translation>正在生成</translation>
    </message>
    <message>
        <source>spoken</source>
        <translation>已朗读</translation>
    </message>
    <message>
        <source>changed since it was spoken</source>
        <translation>朗读后有更改</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>{seconds} seconds</source>
        <translation>{seconds} 秒</translation>
    </message>
    <message>
        <source>voice {voice}</source>
        <translation>声音 {voice}</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>&amp;Font size</source>
        <translation>字号(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Language (from the next start)</source>
        <translation>语言（下次启动时生效）(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Reduce motion: no moving playhead, fewer redraws</source>
        <translation>减少动态效果：播放头不移动，减少重绘(&amp;R)</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>减少动态效果</translation>
    </message>
    <message>
        <source>&amp;Speak again by itself when a knob rests</source>
        <translation>旋钮停下后自动重新朗读(&amp;S)</translation>
    </message>
    <message>
        <source>Speak again by itself when a knob rests</source>
        <translation>旋钮停下后自动重新朗读</translation>
    </message>
    <message>
        <source>&amp;Computed by (from the next start)</source>
        <translation>计算方式(下次启动起)(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Precision on a processor (from the next start)</source>
        <translation>处理器上的精度(下次启动起)(&amp;P)</translation>
    </message>
    <message>
        <source>System sound device</source>
        <translation>系统声音设备</translation>
    </message>
    <message>
        <source>Sound &amp;device</source>
        <translation>声音设备(&amp;D)</translation>
    </message>
    <message>
        <source>Data folder: {path}</source>
        <translation>数据文件夹：{path}</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>数据文件夹</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Find a command or a key</source>
        <translation>查找命令或按键</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>命令及其按键</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Keys for the command</source>
        <translation>该命令的按键</translation>
    </message>
    <message>
        <source>&amp;Keys for the command</source>
        <translation>该命令的按键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;No keys</source>
        <translation>无按键(&amp;N)</translation>
    </message>
    <message>
        <source>No keys</source>
        <translation>无按键</translation>
    </message>
    <message>
        <source>&amp;Default</source>
        <translation>默认(&amp;D)</translation>
    </message>
    <message>
        <source>Default keys</source>
        <translation>默认按键</translation>
    </message>
    <message>
        <source>“{one}” and “{two}” have the same keys.</source>
        <translation>“{one}”与“{two}”的按键相同。</translation>
    </message>
</context>
<context>
    <name>Studio</name>
    <message>
        <source>reset direction</source>
        <translation>重置指示</translation>
    </message>
    <message>
        <source>Write a line to see its pitch and energy.</source>
        <translation>写一行文字即可看到它的音高和能量。</translation>
    </message>
    <message>
        <source>The curves come as soon as the voice is loaded.</source>
        <translation>声音加载完成后即显示曲线。</translation>
    </message>
    <message>
        <source>The curves come in a moment.</source>
        <translation>曲线马上就来。</translation>
    </message>
    <message>
        <source>There are no curves: this line failed.</source>
        <translation>没有曲线：这一行失败了。</translation>
    </message>
    <message>
        <source>No sound yet.</source>
        <translation>还没有声音。</translation>
    </message>
    <message>
        <source>edit prompt</source>
        <translation>编辑提示</translation>
    </message>
    <message>
        <source>change intensity</source>
        <translation>更改强度</translation>
    </message>
    <message>
        <source>change stability</source>
        <translation>更改稳定度</translation>
    </message>
    <message>
        <source>change ramp</source>
        <translation>更改渐变</translation>
    </message>
    <message>
        <source>move on the pad</source>
        <translation>在情感面板上移动</translation>
    </message>
    <message>
        <source>nudge</source>
        <translation>微调</translation>
    </message>
    <message>
        <source>take nudges away</source>
        <translation>清除微调</translation>
    </message>
    <message>
        <source>preset {name}</source>
        <translation>预设 {name}</translation>
    </message>
    <message>
        <source>save preset</source>
        <translation>保存预设</translation>
    </message>
    <message>
        <source>rename preset</source>
        <translation>重命名预设</translation>
    </message>
    <message>
        <source>delete preset</source>
        <translation>删除预设</translation>
    </message>
    <message>
        <source>change voice</source>
        <translation>更改声音</translation>
    </message>
    <message>
        <source>own voice</source>
        <translation>此行单独的声音</translation>
    </message>
    <message>
        <source>own direction</source>
        <translation>此行单独的指示</translation>
    </message>
    <message>
        <source>direction of the project</source>
        <translation>项目的指示</translation>
    </message>
    <message>
        <source>Ready: {device}</source>
        <translation>就绪：{device}</translation>
    </message>
    <message>
        <source>Ready: {backend}, {device}</source>
        <translation>就绪：{backend}，{device}</translation>
    </message>
    <message>
        <source>The voice is not loaded</source>
        <translation>声音未加载</translation>
    </message>
    <message>
        <source>Line rendered, {seconds} seconds.</source>
        <translation>此行已生成，{seconds} 秒。</translation>
    </message>
    <message>
        <source>Rendering line after line: {done} done.</source>
        <translation>正在逐行渲染：已完成 {done} 行。</translation>
    </message>
    <message>
        <source>Rendered {done} lines.</source>
        <translation>已渲染 {done} 行。</translation>
    </message>
    <message>
        <source>fit ramp</source>
        <translation>调整渐变</translation>
    </message>
    <message>
        <source>edit text</source>
        <translation>编辑文本</translation>
    </message>
    <message>
        <source>split line</source>
        <translation>拆分行</translation>
    </message>
    <message>
        <source>join lines</source>
        <translation>合并行</translation>
    </message>
    <message>
        <source>move line</source>
        <translation>移动行</translation>
    </message>
    <message>
        <source>new line</source>
        <translation>新建行</translation>
    </message>
    <message>
        <source>delete lines</source>
        <translation>删除行</translation>
    </message>
    <message>
        <source>Cutting the text into lines…</source>
        <translation>正在把文本切分成行…</translation>
    </message>
    <message>
        <source>{all} characters, of which the first {taken} were taken</source>
        <translation>共 {all} 个字符,已取入前 {taken} 个</translation>
    </message>
    <message>
        <source>what is left begins with “{words}”</source>
        <translation>余下部分从“{words}”开始</translation>
    </message>
    <message>
        <source>paste lines</source>
        <translation>粘贴行</translation>
    </message>
    <message>
        <source>Putting in lines… {done}</source>
        <translation>正在插入各行… {done}</translation>
    </message>
    <message>
        <source>The voice is being loaded.</source>
        <translation>正在加载声音。</translation>
    </message>
    <message>
        <source>speak again</source>
        <translation>再读一次</translation>
    </message>
    <message>
        <source>use take</source>
        <translation>采用录次</translation>
    </message>
    <message>
        <source>keep take</source>
        <translation>保留录次</translation>
    </message>
    <message>
        <source>name take</source>
        <translation>命名录次</translation>
    </message>
    <message>
        <source>discard take</source>
        <translation>丢弃录次</translation>
    </message>
    <message>
        <source>prefer take</source>
        <translation>选出更好的录次</translation>
    </message>
    <message>
        <source>blind comparison</source>
        <translation>盲听比较</translation>
    </message>
    <message>
        <source>{right} of {trials} right; by guessing {chance} % likely.</source>
        <translation>{trials} 次中答对 {right} 次；纯属猜测的可能性为 {chance} %。</translation>
    </message>
    <message>
        <source>You hear the difference.</source>
        <translation>您能听出区别。</translation>
    </message>
    <message>
        <source>That may be chance.</source>
        <translation>这可能只是碰巧。</translation>
    </message>
    <message>
        <source>Hear X, then say which of the two it is.</source>
        <translation>先听 X，再指出它是两者中的哪一个。</translation>
    </message>
    <message>
        <source>Espressivo projects (*.espressivo)</source>
        <translation>Espressivo 项目 (*.espressivo)</translation>
    </message>
    <message>
        <source>Open a project</source>
        <translation>打开项目</translation>
    </message>
    <message>
        <source>Text (*.txt *.md *.ssml *.xml);;All files (*)</source>
        <translation>文本 (*.txt *.md *.ssml *.xml);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Insert a text file</source>
        <translation>插入文本文件</translation>
    </message>
    <message>
        <source>Books (*.epub *.docx *.odt *.pdf *.html *.md *.txt)</source>
        <translation>书籍 (*.epub *.docx *.odt *.pdf *.html *.md *.txt)</translation>
    </message>
    <message>
        <source>All documents ({endings})</source>
        <translation>所有文档 ({endings})</translation>
    </message>
    <message>
        <source>Open a book</source>
        <translation>打开书籍</translation>
    </message>
    <message>
        <source>Lexicons (*.tsv);;All files (*)</source>
        <translation>词典 (*.tsv);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Choose a lexicon</source>
        <translation>选择词典</translation>
    </message>
    <message>
        <source>Folder with the voice&apos;s files</source>
        <translation>声音文件所在的文件夹</translation>
    </message>
    <message>
        <source>Save the project</source>
        <translation>保存项目</translation>
    </message>
    <message>
        <source>Sound (*.wav *.flac *.mp3 *.ogg *.opus)</source>
        <translation>声音 (*.wav *.flac *.mp3 *.ogg *.opus)</translation>
    </message>
    <message>
        <source>Captions (*.srt *.vtt)</source>
        <translation>字幕 (*.srt *.vtt)</translation>
    </message>
    <message>
        <source>Pitch and level (*.csv)</source>
        <translation>音高与响度 (*.csv)</translation>
    </message>
    <message>
        <source>Praat labels (*.TextGrid)</source>
        <translation>Praat 标注 (*.TextGrid)</translation>
    </message>
    <message>
        <source>Praat pitch (*.PitchTier)</source>
        <translation>Praat 音高 (*.PitchTier)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Espressivo packs (*.pack);;All files (*)</source>
        <translation>Espressivo 包 (*.pack);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Import a pack</source>
        <translation>导入包</translation>
    </message>
    <message>
        <source>Espressivo packs (*.pack)</source>
        <translation>Espressivo 包 (*.pack)</translation>
    </message>
    <message>
        <source>Export a pack</source>
        <translation>导出包</translation>
    </message>
    <message>
        <source>Remove all stored takes, plans and emotions? They can be made again; that takes as long as the first time.</source>
        <translation>移除所有已存的录音、规划和情感？它们可以重新生成，但所需时间与第一次相同。</translation>
    </message>
    <message>
        <source>Save the changes of “{name}”?</source>
        <translation>是否保存对“{name}”的更改？</translation>
    </message>
    <message>
        <source>The curves are on the clipboard.</source>
        <translation>曲线已在剪贴板中。</translation>
    </message>
    <message>
        <source>Exporting {name}…</source>
        <translation>正在导出 {name}…</translation>
    </message>
    <message>
        <source>Exporting {name}: line {number} of {whole}</source>
        <translation>正在导出 {name}:第 {number} 行,共 {whole} 行</translation>
    </message>
    <message>
        <source>Exported {name}: {seconds} s of sound.</source>
        <translation>已导出 {name}：声音长 {seconds} 秒。</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>What is best here</source>
        <translation>本机最佳</translation>
    </message>
    <message>
        <source>The processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>The processor (OpenVINO)</source>
        <translation>处理器(OpenVINO)</translation>
    </message>
    <message>
        <source>The graphics card (CUDA)</source>
        <translation>显卡(CUDA)</translation>
    </message>
    <message>
        <source>The graphics card (TensorRT)</source>
        <translation>显卡(TensorRT)</translation>
    </message>
    <message>
        <source>A humming voice, to try the program</source>
        <translation>哼鸣声音,用于试用程序</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>Fast; made ready once, in half a minute</source>
        <translation>快速；首次准备约半分钟</translation>
    </message>
    <message>
        <source>Whichever is quicker here</source>
        <translation>本机上较快的一种</translation>
    </message>
    <message>
        <source>A report of this program&apos;s state</source>
        <translation>本程序状态的报告</translation>
    </message>
    <message>
        <source>Something broke in {stage}.</source>
        <translation>{stage}时出了问题。</translation>
    </message>
    <message>
        <source>Preparing the voice…</source>
        <translation>正在准备声音…</translation>
    </message>
    <message>
        <source>Copying the voice…</source>
        <translation>正在复制声音…</translation>
    </message>
    <message>
        <source>Loading the voice…</source>
        <translation>正在加载声音…</translation>
    </message>
    <message>
        <source>There is no font for Chinese here, so the window is in English.</source>
        <translation>本机没有中文字体,因此窗口使用英文。</translation>
    </message>
    <message>
        <source>Install one (Debian and Ubuntu: fonts-noto-cjk) and start again.</source>
        <translation>请安装一种(Debian 和 Ubuntu:fonts-noto-cjk)后重新启动。</translation>
    </message>
    <message>
        <source>The backends race.</source>
        <translation>各后端正在比赛。</translation>
    </message>
    <message>
        <source>No more engines are built.</source>
        <translation>不再构建引擎。</translation>
    </message>
    <message>
        <source>The race is over: {count} backends ran.</source>
        <translation>比赛结束：运行了 {count} 个后端。</translation>
    </message>
    <message>
        <source>Making the fast voice, this once: {share} %</source>
        <translation>正在生成快速语音（仅此一次）：{share} %</translation>
    </message>
</context>
<context>
    <name>Takes</name>
    <message>
        <source>Takes of this line</source>
        <translation>此行的录次</translation>
    </message>
    <message>
        <source>Enter hears a take, F2 names it, Delete discards it.</source>
        <translation>Enter 试听，F2 命名，Delete 丢弃。</translation>
    </message>
    <message>
        <source>Hear</source>
        <translation>试听</translation>
    </message>
    <message>
        <source>Use this one</source>
        <translation>采用</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Speak again</source>
        <translation>再读一次</translation>
    </message>
    <message>
        <source>A new take of the same direction; differs when stability is below 100 %.</source>
        <translation>按同一指示再生成一次；稳定度低于 100 % 时会有所不同。</translation>
    </message>
    <message>
        <source>used</source>
        <translation>已采用</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>已保留</translation>
    </message>
    <message>
        <source>of an older state of the line</source>
        <translation>基于此行的旧状态</translation>
    </message>
</context>
<context>
    <name>Transport</name>
    <message>
        <source>Place in the sound</source>
        <translation>播放位置</translation>
    </message>
    <message>
        <source>Repeat the selection</source>
        <translation>循环播放选区</translation>
    </message>
    <message>
        <source>Look for sound devices again</source>
        <translation>重新查找声音设备</translation>
    </message>
    <message>
        <source>Volume, percent</source>
        <translation>音量，百分比</translation>
    </message>
    <message>
        <source>Sound device</source>
        <translation>声音设备</translation>
    </message>
    <message>
        <source>Vol&amp;ume</source>
        <translation>音量(&amp;U)</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Speak</source>
        <translation>朗读</translation>
    </message>
    <message>
        <source>Render</source>
        <translation>渲染</translation>
    </message>
    <message>
        <source>Ctrl+Space speaks and stops, wherever you are.</source>
        <translation>在任何位置按 Ctrl+空格 都可朗读或停止。</translation>
    </message>
    <message>
        <source>System sound device</source>
        <translation>系统声音设备</translation>
    </message>
    <message>
        <source>{device} (not connected)</source>
        <translation>{device}（未连接）</translation>
    </message>
</context>
<context>
    <name>Truth</name>
    <message>
        <source>What really ran</source>
        <translation>实际运行情况</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>全部复制</translation>
    </message>
    <message>
        <source>Copy all that ran</source>
        <translation>复制全部运行情况</translation>
    </message>
    <message>
        <source>Stop building engines</source>
        <translation>停止构建引擎</translation>
    </message>
    <message>
        <source>The backend that serves meanwhile goes on, until the program starts anew.</source>
        <translation>期间代为工作的后端会继续使用，直到程序重新启动。</translation>
    </message>
    <message>
        <source>Reading the text</source>
        <translation>读取文本</translation>
    </message>
    <message>
        <source>Understanding the prompt</source>
        <translation>理解提示</translation>
    </message>
    <message>
        <source>Encoding the text</source>
        <translation>文本编码</translation>
    </message>
    <message>
        <source>Durations</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Pitch and energy</source>
        <translation>音高与能量</translation>
    </message>
    <message>
        <source>Waveform</source>
        <translation>波形</translation>
    </message>
    <message>
        <source>Measuring the sound</source>
        <translation>测量声音</translation>
    </message>
    <message>
        <source>hit: a stored take of exactly this request</source>
        <translation>命中：已存有完全相同请求的结果</translation>
    </message>
    <message>
        <source>near: a stored take that sounds alike; not this one</source>
        <translation>相近:已存的相似录次,并非此次</translation>
    </message>
    <message>
        <source>miss: the stored take was under a threshold</source>
        <translation>未命中:已存的录次低于阈值</translation>
    </message>
    <message>
        <source>miss: the stored take cannot be read</source>
        <translation>未命中:已存的录次无法读取</translation>
    </message>
    <message>
        <source>miss: never made like this before</source>
        <translation>未命中：以前没有这样生成过</translation>
    </message>
    <message>
        <source>miss: takes are not stored</source>
        <translation>未命中：不保存结果</translation>
    </message>
    <message>
        <source>miss: the stored take was damaged</source>
        <translation>未命中：已存的结果损坏</translation>
    </message>
    <message>
        <source>Take</source>
        <translation>录音</translation>
    </message>
    <message>
        <source>nothing has run yet</source>
        <translation>尚未运行</translation>
    </message>
    <message>
        <source>{number} MB</source>
        <translation>{number} MB</translation>
    </message>
    <message>
        <source>Memory of the program</source>
        <translation>程序占用内存</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>后端</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>{seconds:.3f} s</source>
        <translation>{seconds:.3f} 秒</translation>
    </message>
    <message>
        <source>{time} on {backend}</source>
        <translation>{time}，由 {backend} 运行</translation>
    </message>
    <message>
        <source>All stages</source>
        <translation>全部阶段</translation>
    </message>
    <message>
        <source>Length of the sound</source>
        <translation>声音长度</translation>
    </message>
    <message>
        <source>{factor:.2f} (seconds of work per second of sound)</source>
        <translation>{factor:.2f}（每秒声音所需的计算秒数）</translation>
    </message>
    <message>
        <source>Real-time factor</source>
        <translation>实时系数</translation>
    </message>
    <message>
        <source>Time to first sound</source>
        <translation>首个声音用时</translation>
    </message>
    <message>
        <source>Of what was asked</source>
        <translation>所要求各项</translation>
    </message>
    <message>
        <source>{amount} by {means}</source>
        <translation>{amount}，方式：{means}</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Voices</source>
        <translation>声音</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>All stages ran on</source>
        <translation>所有阶段运行于</translation>
    </message>
    <message>
        <source>CUDA {release}</source>
        <translation>CUDA {release}</translation>
    </message>
    <message>
        <source>Graphics driver for</source>
        <translation>显卡驱动支持</translation>
    </message>
    <message>
        <source>{used} of {total} MB</source>
        <translation>{used} / {total} MB</translation>
    </message>
    <message>
        <source>Memory of the graphics card</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Done without</source>
        <translation>缺少而未用</translation>
    </message>
    <message>
        <source>{stage}: ran on</source>
        <translation>{stage}：运行于</translation>
    </message>
    <message>
        <source>{count} nodes</source>
        <translation>{count} 个节点</translation>
    </message>
    <message>
        <source>length {bucket}</source>
        <translation>长度 {bucket}</translation>
    </message>
    <message>
        <source>hit</source>
        <translation>命中</translation>
    </message>
    <message>
        <source>miss</source>
        <translation>未命中</translation>
    </message>
    <message>
        <source>engine of {hours} h ago</source>
        <translation>引擎建于 {hours} 小时前</translation>
    </message>
    <message>
        <source>Race: {backend}</source>
        <translation>比赛：{backend}</translation>
    </message>
    <message>
        <source>did not run: {reason}</source>
        <translation>未运行：{reason}</translation>
    </message>
    <message>
        <source>{seconds} s, with loading {first} s</source>
        <translation>{seconds} 秒，含加载 {first} 秒</translation>
    </message>
    <message>
        <source>{difference} dB from {first}</source>
        <translation>与 {first} 相差 {difference} dB</translation>
    </message>
    <message>
        <source>{count} nodes on {provider}</source>
        <translation>{provider} 上 {count} 个节点</translation>
    </message>
</context>
<context>
    <name>TruthModel</name>
    <message>
        <source>What</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
</context>
<context>
    <name>Voice</name>
    <message>
        <source>American English</source>
        <translation>美式英语</translation>
    </message>
    <message>
        <source>British English</source>
        <translation>英式英语</translation>
    </message>
    <message>
        <source>Spanish</source>
        <translation>西班牙语</translation>
    </message>
    <message>
        <source>French</source>
        <translation>法语</translation>
    </message>
    <message>
        <source>Hindi</source>
        <translation>印地语</translation>
    </message>
    <message>
        <source>Italian</source>
        <translation>意大利语</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>日语</translation>
    </message>
    <message>
        <source>Brazilian Portuguese</source>
        <translation>巴西葡萄牙语</translation>
    </message>
    <message>
        <source>Mandarin Chinese</source>
        <translation>普通话</translation>
    </message>
    <message>
        <source>female</source>
        <translation>女声</translation>
    </message>
    <message>
        <source>male</source>
        <translation>男声</translation>
    </message>
</context>
<context>
    <name>VoicePicker</name>
    <message>
        <source>V&amp;oice</source>
        <translation>声音(&amp;O)</translation>
    </message>
    <message>
        <source>Mix in a voice</source>
        <translation>混入一个声音</translation>
    </message>
    <message>
        <source>Only for this line</source>
        <translation>仅用于此行</translation>
    </message>
    <message>
        <source>This voice only for this line</source>
        <translation>该声音仅用于此行</translation>
    </message>
</context>
<context>
    <name>Waveform</name>
    <message>
        <source>No sound yet. The button at the bottom makes it.</source>
        <translation>还没有声音。按底部的按钮生成。</translation>
    </message>
    <message>
        <source>Waveform</source>
        <translation>波形</translation>
    </message>
    <message>
        <source>peak {level}</source>
        <translation>峰值 {level}</translation>
    </message>
    <message>
        <source>Sound of {length}.</source>
        <translation>声音长 {length}。</translation>
    </message>
    <message>
        <source>Looped: {start} to {end}.</source>
        <translation>循环：{start} 至 {end}。</translation>
    </message>
    <message>
        <source>Selected: {start} to {end}.</source>
        <translation>选中：{start} 至 {end}。</translation>
    </message>
    <message>
        <source>Sound, selection loops</source>
        <translation>声音，选区循环</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>声音</translation>
    </message>
</context>
<context>
    <name>_StrengthEditor</name>
    <message>
        <source>Strength</source>
        <translation>强度</translation>
    </message>
</context>
</TS>
