// Two rules: only domain/base/access decides who may read what, and only kernel/hub.ts talks to sockets.
import {
  type Node,
  type Program,
  bare,
  lastName,
  memberName,
  namesGiven,
  namesTaken,
  textOf,
  walk,
} from './syntax.ts';
import { type Finding, fileOf, ownerOf } from './places.ts';

const accessFile = 'src/backend/domain/base/access/access.ts';
const hubFile = 'src/backend/kernel/hub.ts';

/** The names that a file imports from another. */
function imported(file: string, program: Program, from: string): string[] {
  return program.body.flatMap((node) =>
    node.type === 'ImportDeclaration' && fileOf(file, node.source.value) === from
      ? node.specifiers.flatMap((each) =>
          each.type === 'ImportSpecifier' && each.imported.type === 'Identifier'
            ? [each.imported.name]
            : ['*'],
        )
      : [],
  );
}

/** Fields of the facts that access loads about a viewer. Reading one means deciding access. */
const facts = ['follows', 'subscribes', 'purchases', 'blocks', 'countries', 'offers'];
const lookInto = ['has', 'get', 'size', 'keys', 'values', 'entries', 'forEach'];

const namesAFact = (node: Node): boolean =>
  facts.includes(memberName(node) ?? '') ||
  // Other objects have a `files` property too.
  (memberName(node) === 'files' && node.type === 'MemberExpression' && lastName(node.object) === 'facts');
const areFacts = (node: Node): boolean =>
  lastName(node) === 'facts' ||
  (node.type === 'CallExpression' && lastName(node.callee) === 'loadAccessFacts');

/** Only the facts have all of these fields. */
const madeByHand = (node: Node): boolean =>
  ['follows', 'subscribes', 'purchases'].every((name) => namesGiven(node).includes(name));

/** Matches `facts.offers.has(…)`, `const { offers } = facts`, and facts written as an object literal. */
function looksIntoFacts(node: Node, parent: Node | undefined): boolean {
  switch (node.type) {
    case 'MemberExpression':
      return (
        parent?.type === 'MemberExpression' && lookInto.includes(memberName(parent) ?? '') && namesAFact(node)
      );
    case 'VariableDeclarator':
      return (
        !!node.init && areFacts(bare(node.init)) && namesTaken(node.id).some((name) => facts.includes(name))
      );
    case 'ObjectExpression':
      return madeByHand(node);
    default:
      return false;
  }
}

const isAudience = (node: Node | undefined): boolean =>
  node !== undefined && bare(node).type === 'MemberExpression' && lastName(node) === 'audience';
const comparisons = ['eq', 'ne', 'inArray', 'notInArray'];
const isComparison = (operator: string): boolean => /^[!=]==?$/.test(operator);
const audienceInSql = /\baudience\s*(?:=|<>|!=|in\b)/i;

/**
 * Matches `item.audience === …`, `eq(feeds.audience, …)`, `audience = 'public'` in SQL, and a switch over it.
 */
function comparesAudience(node: Node): boolean {
  switch (node.type) {
    case 'BinaryExpression':
      return isComparison(node.operator) && [node.left, node.right].some(isAudience);
    case 'SwitchStatement':
      return isAudience(node.discriminant);
    case 'CallExpression':
      return comparisons.includes(lastName(node.callee) ?? '') && isAudience(node.arguments[0]);
    case 'TemplateElement':
      return audienceInSql.test(node.value.cooked ?? node.value.raw);
    default:
      return audienceInSql.test(textOf(node) ?? '');
  }
}

function accessFindings(file: string, program: Program): Finding[] {
  // The schema defines audiences, and the demo data sets them.
  if (!file.startsWith('src/backend/') || ['access', 'db', 'demo'].includes(ownerOf(file))) return [];
  const knowsFacts = imported(file, program, accessFile).some((name) =>
    ['loadAccessFacts', 'Facts', '*'].includes(name),
  );
  let [looks, compares] = [false, false];
  walk(program, (node, above) => {
    looks ||= knowsFacts && looksIntoFacts(node, above.at(-1));
    compares ||= comparesAudience(node);
  });
  const excuses = (act: string) => [`${file} ${act}`, `${ownerOf(file)} ${act}`];
  return [
    ...(looks
      ? [{ file, problem: 'it decides by the facts of access itself: ask a function of domain/base/access' }]
      : []),
    ...(compares
      ? [
          {
            file,
            problem: 'it compares an audience: whom that lets in is for domain/base/access to say',
            excuses: excuses('compares audience'),
          },
        ]
      : []),
  ];
}

/** The methods that the hub calls on the transport. */
const spoken = ['emit', 'disconnect', 'leave', 'count'];
const socketPackages = /^(socket\.io|@socket\.io\/.*)$/;

/** `ports.transport`, by property access or destructuring. */
function touchesTransport(node: Node): boolean {
  if (node.type === 'MemberExpression') return memberName(node) === 'transport';
  return node.type === 'VariableDeclarator' && namesTaken(node.id).includes('transport');
}
const callsTransport = (node: Node): boolean =>
  node.type === 'CallExpression' &&
  bare(node.callee).type === 'MemberExpression' &&
  spoken.includes(lastName(node.callee) ?? '') &&
  lastName((bare(node.callee) as { object: Node } & Node).object) === 'transport';

/** Imports a socket package, statically or dynamically. */
const namesSockets = (node: Node): boolean =>
  (node.type === 'ImportDeclaration' && socketPackages.test(node.source.value)) ||
  (node.type === 'ImportExpression' && socketPackages.test(textOf(node.source) ?? ''));

/** The host and the mock create a transport and pass it on; they may hold it but not call it. */
const makesTransport = (file: string) => /^src\/(mock|backend\/node)\//.test(file);

function hubFindings(file: string, program: Program): Finding[] {
  if (!/^src\/(backend|mock)\//.test(file) || file === hubFile) return [];
  let [touches, calls, carries] = [false, false, false];
  walk(program, (node) => {
    touches ||= !makesTransport(file) && touchesTransport(node);
    calls ||= callsTransport(node);
    carries ||= namesSockets(node);
  });
  const takesHub =
    /^src\/backend\/(domain|jobs|demo)\//.test(file) &&
    imported(file, program, hubFile).some((name) => ['createHub', 'Hub', '*'].includes(name));
  const found: (readonly [isThere: boolean, problem: string, act: string])[] = [
    [touches || calls, 'only kernel/hub.ts speaks to the transport of sockets', 'holds the transport'],
    [takesHub, 'what is emitted goes through its context, which waits for the commit', 'holds the hub'],
    [carries, 'the packages of sockets are of the host’s one transport', 'carries sockets'],
  ];
  return found
    .filter(([isThere]) => isThere)
    .map(([, problem, act]) => ({ file, problem, excuses: [`${file} ${act}`] }));
}

/** Violations in one file of the rules on access decisions and sockets. */
export const accessAndSocketFindings = (file: string, program: Program): Finding[] => [
  ...accessFindings(file, program),
  ...hubFindings(file, program),
];
