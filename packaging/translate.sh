#!/usr/bin/env bash
# Bring the translations up to date with the source and compile them.
# New strings come in as unfinished; a test fails until they are translated.
# `said` marks the sentences of app/notices.py and app/remarks.py, which know no Qt.
set -euo pipefail
cd "$(dirname "$0")/.."
sources=$(find widgets app -name '*.py' | LC_ALL=C sort)
for language in zh_CN; do
  file=assets/i18n/espressivo_$language
  # shellcheck disable=SC2086
  pyside6-lupdate $sources -ts "$file.ts" -source-language en -target-language "$language" \
    -locations none -no-obsolete -tr-function-alias QT_TRANSLATE_NOOP+=said
  pyside6-lrelease "$file.ts" -qm "$file.qm"
done
