node knock.js
exit 7
