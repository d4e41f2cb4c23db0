// Resolves imports of drizzle-orm once. Its package.json is 179 kB long, and Node reads all of it again for each import
// of the package and for each import between its files: three of four seconds that loading the server took.
// Can go when `node --cpu-prof` shows no time in `package_json_reader` without it.
import { registerHooks } from 'node:module';

const isDrizzle = /^drizzle-orm(\/|$)/;
const inDrizzle = '/node_modules/drizzle-orm/';
/** There is one drizzle-orm, whoever imports it. */
const resolved = new Map();

registerHooks({
  resolve(specifier, context, next) {
    if (isDrizzle.test(specifier) && context.conditions.includes('import')) {
      if (!resolved.has(specifier)) resolved.set(specifier, next(specifier, context));
      return { ...resolved.get(specifier), shortCircuit: true };
    }
    if (specifier.startsWith('./') || specifier.startsWith('../')) {
      const url = new URL(specifier, context.parentURL);
      if (url.pathname.includes(inDrizzle) && url.pathname.endsWith('.js'))
        return { url: url.href, format: 'module', shortCircuit: true };
    }
    return next(specifier, context);
  },
});
