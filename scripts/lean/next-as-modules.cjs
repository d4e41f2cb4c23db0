// Next ships in two forms. Browsers get the CommonJS one, of which a bundler can leave nothing out. This loader hands the bundler the
// same file's other form, whose imports it can follow. See docs/decisions/next-as-modules.md.
const { existsSync, readFileSync } = require('node:fs');
const { inSteps } = require('./next-in-steps.cjs');

module.exports = function asModule(source) {
  const twin = this.resourcePath.replace(/([\\/]next[\\/]dist)([\\/])/, '$1$2esm$2');
  if (!existsSync(twin)) return source;
  this.addDependency(twin);
  return inSteps(twin, readFileSync(twin, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
};
