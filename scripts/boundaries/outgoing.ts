// Who may send to other servers. In the backend, addresses that a person can name or change go through
// backend/node/outgoing; the few other senders are exceptions whose addresses only the operator sets. What runs in
// browsers sends through services/http alone.
import { type Node, type Program, lastName, memberName, textOf, walk } from './syntax.ts';
import type { Finding } from './places.ts';

const backend = {
  folder: 'src/backend/node/outgoing/',
  problem:
    'it connects to other servers by itself: what a person can name goes through backend/node/outgoing',
};
const browser = {
  folder: 'src/services/http/',
  problem: 'it connects by itself: what browsers send goes through services/http',
};
function ruleFor(file: string): typeof backend | null {
  if (file.startsWith('src/mock/')) return null;
  const rule = file.startsWith('src/backend/') ? backend : browser;
  return file.startsWith(rule.folder) ? null : rule;
}

/** Globals that connect to an address. */
const globals = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'];
/** What of Node's modules connects; the rest of them serves. */
const connecting: Readonly<Record<string, readonly string[]>> = {
  http: ['request', 'get', 'Agent', 'ClientRequest'],
  https: ['request', 'get', 'Agent'],
  http2: ['connect'],
  net: ['connect', 'createConnection'],
  tls: ['connect'],
};
/** Packages that connect to an address they are given. Databases aren't listed: only the operator names those. */
const senders =
  /^(undici|axios|got|ky|node-fetch|superagent|ws|web-push|openid-client|oauth4webapi|stripe|nodemailer)(\/|$)/;

function takesFrom(source: string, specifiers: readonly Node[]): boolean {
  if (senders.test(source)) return true;
  const names = connecting[source.replace(/^node:/, '')];
  return (
    names !== undefined &&
    specifiers.some((each) =>
      each.type === 'ImportSpecifier'
        ? each.importKind !== 'type' &&
          each.imported.type === 'Identifier' &&
          names.includes(each.imported.name)
        : true,
    )
  );
}

const typesAndNames = [
  'TSTypeQuery',
  'TSPropertySignature',
  'TSMethodSignature',
  'MethodDefinition',
  'PropertyDefinition',
];
/** The name of a property, a parameter's type or a declared name isn't a use of the global. */
function isUse(node: Node, parent: Node | undefined): boolean {
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.computed || parent.object === node;
    case 'Property':
      return parent.value === node && !parent.shorthand;
    default:
      return !typesAndNames.includes(parent?.type ?? '');
  }
}
const isGlobal = (node: Node): boolean =>
  node.type === 'MemberExpression' &&
  lastName(node.object) === 'globalThis' &&
  globals.includes(memberName(node) ?? '');

function connects(node: Node, parent: Node | undefined): boolean {
  switch (node.type) {
    case 'ImportDeclaration':
      return node.importKind !== 'type' && takesFrom(node.source.value, node.specifiers);
    case 'ImportExpression':
      return takesFrom(textOf(node.source) ?? '', [node]);
    case 'Identifier':
      return globals.includes(node.name) && isUse(node, parent);
    default:
      return isGlobal(node);
  }
}

/** A file that connects to other servers by itself. */
export function outgoingFindings(file: string, program: Program): Finding[] {
  const rule = ruleFor(file);
  if (!rule) return [];
  let found = false;
  walk(program, (node, above) => {
    found ||= connects(node, above.at(-1));
  });
  return found ? [{ file, problem: rule.problem, excuses: [`${file} connects by itself`] }] : [];
}
