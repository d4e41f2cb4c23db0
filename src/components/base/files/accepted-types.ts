/** Endings that some systems have no type for, for their file pickers. What is taken, the server decides. */
const films =
  '.mp4,.m4v,.mov,.webm,.mkv,.avi,.3gp,.3g2,.mts,.m2ts,.ts,.mpg,.mpeg,.vob,.wmv,.asf,.flv,.mxf,.dv,.ogv,.rm,.rmvb';
const sounds =
  '.mp3,.m4a,.aac,.wav,.flac,.ogg,.oga,.opus,.aif,.aiff,.caf,.qta,.amr,.wma,.w64,.ac3,.mka,.mp2,.au';

/** The `accept` attribute of file inputs, by kind of file. */
export const acceptedTypes = {
  photo: 'image/jpeg,image/png,image/webp,image/avif,image/gif,image/heic,image/heif,.heic,.heif',
  video: `video/*,${films}`,
  // Recorders write sounds into files of both kinds.
  audio: `audio/*,video/*,${sounds},${films}`,
} as const;
