/** Set in local storage while this device keeps recordings, so that nothing else has to look for them. */
export const hintKey = 'recordings-kept';

export const isHinted = (): boolean => {
  try {
    return localStorage.getItem(hintKey) !== null;
  } catch {
    return false;
  }
};
