interface Node<Value> {
  readonly next: Map<string, Node<Value>>;
  /** Values of the sequences that end here. */
  readonly ends: Value[];
  /** The longest other sequence that what was read so far ends with. */
  shorter: Node<Value> | null;
  /** The nearest of these at which a sequence ends. */
  ending: Node<Value> | null;
}
const createNode = <Value>(): Node<Value> => ({ next: new Map(), ends: [], shorter: null, ending: null });

interface Entry<Value> {
  readonly symbols: readonly string[];
  readonly value: Value;
}
export interface Finder<Value> {
  readonly isEmpty: boolean;
  /** Whether one of the sequences occurs and is accepted, given its value and the place of its last symbol. */
  find(symbols: Iterable<string>, accept: (value: Value, end: number) => boolean): boolean;
}

function buildTree<Value>(entries: readonly Entry<Value>[]): Node<Value> {
  const root = createNode<Value>();
  for (const { symbols, value } of entries) {
    let node = root;
    for (const symbol of symbols) {
      const next = node.next.get(symbol) ?? createNode<Value>();
      node.next.set(symbol, next);
      node = next;
    }
    node.ends.push(value);
  }
  return root;
}

/** The node after a symbol, falling back to shorter sequences where none goes on. */
function step<Value>(from: Node<Value> | null, symbol: string, root: Node<Value>): Node<Value> {
  for (let node = from; node; node = node.shorter) {
    const next = node.next.get(symbol);
    if (next) return next;
  }
  return root;
}

/** Links every node to the shorter sequence to go on from, breadth first. */
function link<Value>(root: Node<Value>): void {
  const waiting = [root];
  for (const node of waiting)
    for (const [symbol, next] of node.next) {
      next.shorter = node === root ? root : step(node.shorter, symbol, root);
      next.ending = next.shorter.ends.length > 0 ? next.shorter : next.shorter.ending;
      waiting.push(next);
    }
}

/** Finds many sequences in one pass, as Aho and Corasick described it. */
export function createFinder<Value>(entries: readonly Entry<Value>[]): Finder<Value> {
  const root = buildTree(entries);
  link(root);
  return {
    isEmpty: entries.length === 0,
    find(symbols, accept) {
      let [node, place] = [root, 0];
      for (const symbol of symbols) {
        node = step(node, symbol, root);
        for (let at: Node<Value> | null = node; at; at = at.ending)
          if (at.ends.some((value) => accept(value, place))) return true;
        place += 1;
      }
      return false;
    },
  };
}
