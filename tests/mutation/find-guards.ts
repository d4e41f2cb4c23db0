import { type Node, parseSync, visitorKeys } from 'oxc-parser';

/** A place in the code that keeps somebody out, and what the code is without it. */
export interface Guard {
  readonly file: string;
  readonly line: number;
  readonly kind: 'refusal' | 'call' | 'owner';
  /** What is replaced, from one offset of the source to another. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** What stands there instead while the guard is off. */
  readonly without: 'false' | 'undefined';
}

const refusing = /^(notFound|notAllowed|notLoggedIn|unknownOperation|siteClosed)$/;
const refusedStatus = new Set([401, 403, 404]);
/** Functions that throw for whoever may not. */
const asserting = /^(mustMeet\w*|mustBe\w*|assert\w*|requireProof|requireOperator|checkAccess)$/;
const meeting = /^(canMeet|mayMeet)$/;
/** Columns that say whose a row is. */
const owning = /^(accountId|performerId|userId|ownerId|authorId|fanId|senderId|creatorId|recipientId)$/;
/** Values that are the caller, by how they are written. */
const caller = /\b(viewer|me|mine|self)\b|\b(viewerId|accountId|performerId|userId|ownerId|myId)$/;

const nameOf = (node: Node): string =>
  node.type === 'Identifier' ? node.name : node.type === 'MemberExpression' ? nameOf(node.property) : '';

/** Whether what is thrown keeps somebody out. */
function refuses(thrown: Node): boolean {
  if (thrown.type === 'CallExpression') return refusing.test(nameOf(thrown.callee));
  if (thrown.type !== 'NewExpression' || nameOf(thrown.callee) !== 'AppError') return false;
  const [status] = thrown.arguments;
  return status?.type === 'Literal' && refusedStatus.has(Number(status.value));
}

function isRefusal(node: Node | null | undefined): boolean {
  if (node?.type === 'BlockStatement') return node.body.length === 1 && isRefusal(node.body[0]);
  return node?.type === 'ThrowStatement' && refuses(node.argument);
}

const bare = (node: Node): Node => (node.type === 'AwaitExpression' ? node.argument : node);

/** `eq(feeds.performerId, viewer.id)`, beside the condition that finds the row. */
function isOwnerCheck(node: Node, source: string): boolean {
  if (node.type !== 'CallExpression' || nameOf(node.callee) !== 'eq' || node.arguments.length !== 2)
    return false;
  const [column, value] = node.arguments as [Node, Node];
  return (
    column.type === 'MemberExpression' &&
    owning.test(nameOf(column)) &&
    caller.test(source.slice(value.start, value.end)) &&
    // The other side of a join isn't the caller.
    !/^[a-z]\w*s\.\w+$/.test(source.slice(value.start, value.end))
  );
}
/** A row found by what the request named: without the owner's condition, it could be anybody's. */
const findsOne = (node: Node): boolean =>
  node.type === 'CallExpression' &&
  nameOf(node.callee) === 'eq' &&
  /^(id|\w+Id|token|code|endpoint)$/.test(nameOf(node.arguments[0] as Node)) &&
  !owning.test(nameOf(node.arguments[0] as Node));

type Found = Pick<Guard, 'kind' | 'without'> & { readonly node: Node };

function assertionAt(node: Node): Found[] {
  if (node.type !== 'ExpressionStatement') return [];
  const call = bare(node.expression);
  return call.type === 'CallExpression' && asserting.test(nameOf(call.callee))
    ? [{ kind: 'call', node: node.expression, without: 'undefined' }]
    : [];
}

function ownersAt(node: Node, source: string): Found[] {
  if (node.type !== 'CallExpression') return [];
  if (meeting.test(nameOf(node.callee))) return [{ kind: 'owner', node, without: 'undefined' }];
  if (nameOf(node.callee) !== 'and' || !node.arguments.some(findsOne)) return [];
  return node.arguments
    .filter((each) => isOwnerCheck(each, source))
    .map((each) => ({ kind: 'owner', node: each, without: 'undefined' }));
}

function guardsAt(node: Node, source: string): Found[] {
  if (node.type === 'IfStatement')
    return isRefusal(node.consequent) && !node.alternate
      ? [{ kind: 'refusal', node: node.test, without: 'false' }]
      : [];
  return [...assertionAt(node), ...ownersAt(node, source)];
}

/** The guards in a file, in the order of the source. */
export function guardsIn(file: string, source: string): Guard[] {
  const found: Guard[] = [];
  const enter = (node: Node): void => {
    for (const { kind, node: at, without } of guardsAt(node, source)) {
      const line = source.slice(0, at.start).split('\n').length;
      const text = source.slice(at.start, at.end).replaceAll(/\s+/g, ' ');
      found.push({ file, line, kind, from: at.start, to: at.end, text, without });
    }
    for (const key of visitorKeys[node.type] ?? [])
      for (const child of [(node as unknown as Record<string, unknown>)[key]].flat())
        if (child) enter(child as Node);
  };
  enter(parseSync(file, source, { preserveParens: false }).program);
  return found.toSorted((a, b) => a.from - b.from);
}

/** Whether a guard is part of another. The inner one stays as it is in what the outer one keeps. */
const isInside = (inner: Guard, outer: Guard) =>
  inner !== outer && inner.from >= outer.from && inner.to <= outer.to;

/** The source with a switch at each guard: `guardOff(7) ? false : (…)`. `first` is the number of the first. */
export function withSwitches(source: string, guards: readonly Guard[], first: number): string {
  let text = source;
  for (const [at, guard] of [...guards.entries()].toReversed()) {
    if (guards.some((other) => isInside(guard, other))) continue;
    const kept = source.slice(guard.from, guard.to);
    text = `${text.slice(0, guard.from)}(globalThis.guardOff(${first + at}) ? ${guard.without} : (${kept}))${text.slice(guard.to)}`;
  }
  return text;
}

/** Those that `withSwitches` gives a switch. */
export const outermost = (guards: readonly Guard[]): Guard[] =>
  guards.filter((guard) => !guards.some((other) => isInside(guard, other)));
