/**
 * Does to a page what the browsers' translators do: text nodes are replaced by `<font>` elements, now and whenever
 * the page changes, except where `translate="no"` says not to. Runs in a page of its own, so it uses nothing from
 * outside. `mark` goes around the words, to tell them from the page's own.
 */
export function translate(mark: readonly [string, string] = ['', '']): void {
  const skipped = /^(?:SCRIPT|STYLE|TEXTAREA|FONT|TITLE|NOSCRIPT|OPTION)$/;
  const swap = (text: Node) => {
    const parent = text.parentElement;
    if (!text.nodeValue?.trim() || !parent || skipped.test(parent.nodeName)) return;
    if (parent.closest('[translate="no"], .notranslate')) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    outer.append(inner);
    inner.append(`${mark[0]}${text.nodeValue}${mark[1]}`);
    parent.replaceChild(outer, text);
  };
  const swapAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    texts.forEach(swap);
  };
  const added = (node: Node) => {
    if (node.nodeName === 'FONT' || node.parentNode?.nodeName === 'FONT') return;
    if (node.nodeType === Node.TEXT_NODE) swap(node);
    else if (node.nodeType === Node.ELEMENT_NODE) swapAll(node);
  };
  new MutationObserver((changes) => {
    for (const change of changes) {
      change.addedNodes.forEach(added);
      if (change.type === 'characterData' && change.target.parentNode?.nodeName !== 'FONT')
        swap(change.target);
    }
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
  swapAll(document.body);
}
