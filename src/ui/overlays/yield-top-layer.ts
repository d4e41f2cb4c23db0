/**
 * Takes our modal dialogs out of the top layer so that a third party's window, such as a bank's confirmation,
 * can appear above them and be used. Returns a function that restores them.
 */
export function yieldTopLayer(): () => void {
  const dialogs = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')];
  const focused = document.activeElement;
  for (const dialog of dialogs) {
    dialog.close();
    dialog.show();
  }
  return () => {
    // Dialogs that were closed in the meantime stay closed. Outer dialogs come first, as they were opened.
    for (const dialog of dialogs.filter((one) => one.isConnected && one.open)) {
      dialog.close();
      dialog.showModal();
    }
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
  };
}
