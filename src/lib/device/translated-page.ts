/** What a translator puts around its words. Nothing of ours uses it. */
const isFont = (node: Node | null | undefined): node is HTMLElement => node?.nodeName === 'FONT';

/** The text nodes that a translator has taken out of the page, with what stands there instead. */
const standIns = new WeakMap<Node, HTMLElement>();
let isTranslated = false;

/** The stand-ins for the texts that a change took out. */
function standInFor({ addedNodes, previousSibling, nextSibling }: MutationRecord): HTMLElement | null {
  return [...addedNodes, previousSibling, nextSibling].find(isFont) ?? null;
}

/** The child of `parent` that is, contains or stands for the node. */
function childAt(parent: Node, node: Node): Node | null {
  let at: Node | null | undefined = node.isConnected || node.parentNode ? node : standIns.get(node);
  while (at && at.parentNode !== parent) at = at.parentNode;
  return at ?? null;
}

/** Takes away what stands for a text that is about to be put somewhere itself. */
function takeAway(node: Node): void {
  standIns.get(node)?.remove();
  standIns.delete(node);
}

/**
 * Lets React remove and insert beside nodes that a translator has moved. Until a translator touches the page,
 * nothing is tolerated that wasn't before.
 */
function tolerate(): () => void {
  const { prototype } = Node;
  const { removeChild, insertBefore, appendChild } = prototype;
  prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    if (!isTranslated || child.parentNode === this) return removeChild.call(this, child) as T;
    if (child.parentNode) child.parentNode.removeChild(child);
    else takeAway(child);
    return child;
  };
  prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, before: Node | null): T {
    if (!isTranslated) return insertBefore.call(this, node, before) as T;
    takeAway(node);
    return insertBefore.call(this, node, before && childAt(this, before)) as T;
  };
  prototype.appendChild = function append<T extends Node>(this: Node, node: T): T {
    if (isTranslated) takeAway(node);
    return appendChild.call(this, node) as T;
  };
  return () => void Object.assign(prototype, { removeChild, insertBefore, appendChild });
}

/**
 * Keeps a page right that the browser translates. Translators put elements of their own in the place of text
 * nodes, while React goes on changing and removing the nodes it made: a price would stay as it was translated
 * first, and removing would throw. So a text that changes while a translation stands for it is put back, where
 * the translator finds and translates it anew. Returns a function that stops it.
 */
export function followTranslation(root: Node): () => void {
  const stopTolerating = tolerate();
  const texts = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const standIn = standIns.get(target);
      standIns.delete(target);
      if (standIn?.isConnected && !target.parentNode) standIn.replaceWith(target);
    }
  });
  const page = new MutationObserver((changes) => {
    for (const change of changes) {
      const taken = [...change.removedNodes].filter((node) => node instanceof Text && !node.parentNode);
      const standIn = taken.length > 0 ? standInFor(change) : null;
      if (!standIn) continue;
      isTranslated = true;
      for (const text of taken) {
        standIns.set(text, standIn);
        texts.observe(text, { characterData: true });
      }
    }
  });
  page.observe(root, { childList: true, subtree: true });
  return () => {
    stopTolerating();
    page.disconnect();
    texts.disconnect();
    isTranslated = false;
  };
}
