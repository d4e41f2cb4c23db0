// Next ships its runtime twice. Browsers get the CommonJS version, which can't be tree-shaken. This loader gives
// the bundler the ES module version of the same file. See docs/decisions/0014-next-as-modules.md.
const { existsSync, readFileSync } = require('node:fs');
const { inSteps } = require('./next-in-steps.cjs');

module.exports = function asModule(source) {
  const twin = this.resourcePath.replace(/([\\/]next[\\/]dist)([\\/])/, '$1$2esm$2');
  if (!existsSync(twin)) return source;
  this.addDependency(twin);
  return inSteps(twin, readFileSync(twin, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
};
