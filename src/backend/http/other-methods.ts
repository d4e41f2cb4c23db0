import { contract } from '#contract/core/registry.ts';
import type { OpDef } from '#contract/core/op.ts';

/** The paths of the contract with their methods. The desk's are left out: to others, it doesn't exist. */
const methodsByPath = new Map<string, string[]>();
for (const [route, { access }] of Object.entries(contract as Record<string, OpDef>)) {
  const [method = '', path = ''] = route.split(' ');
  if (access === 'operator') continue;
  const known = methodsByPath.get(path) ?? [];
  methodsByPath.set(path, method === 'GET' ? [...known, 'GET', 'HEAD'] : [...known, method]);
}
const known = [...methodsByPath].map(([path, methods]) => ({
  pattern: new RegExp(`^/api/v1${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
  methods,
}));

/** The methods that a path can be asked with, for a request with another one. Empty for a path that doesn't exist. */
export const otherMethods = (pathname: string): string[] =>
  [...new Set(known.flatMap(({ pattern, methods }) => (pattern.test(pathname) ? methods : [])))].sort();
