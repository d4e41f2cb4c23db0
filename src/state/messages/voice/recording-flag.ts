/** Set in local storage while this device keeps recordings, so that nothing else has to look for them. */
export const recordingFlagKey = 'recordings-kept';

export const hasRecordings = (): boolean => {
  try {
    return localStorage.getItem(recordingFlagKey) !== null;
  } catch {
    return false;
  }
};
