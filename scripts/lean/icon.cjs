// Gives the bundler our `Icon` in place of lucide-react's: docs/decisions/0017-lean-icons.md.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const ours = join(__dirname, 'icon.mjs');

module.exports = function leanIcon() {
  this.addDependency(ours);
  return readFileSync(ours, 'utf8');
};
