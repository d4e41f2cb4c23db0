/**
 * Lets a window that isn't ours, a bank's question, stand above our dialogs and be used: a modal `<dialog>`
 * would cover it and make it inert. Answers the way back.
 */
export function yieldTopLayer(): () => void {
  const dialogs = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')];
  const focused = document.activeElement;
  for (const dialog of dialogs) {
    dialog.close();
    dialog.show();
  }
  return () => {
    // Those that were closed meanwhile stay so. Outer ones come first, as they were opened.
    for (const dialog of dialogs.filter((one) => one.isConnected && one.open)) {
      dialog.close();
      dialog.showModal();
    }
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
  };
}
