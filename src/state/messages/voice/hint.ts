/** Set in local storage while this device keeps recordings, so that nothing else has to look for them. */
export const hintKey = 'recordings-kept';
