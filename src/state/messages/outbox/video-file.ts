/** Whether a picked file is a video. Some browsers leave the type empty. */
export const isVideoFile = ({ name, type }: { readonly name: string; readonly type: string }): boolean =>
  type.startsWith('video/') || /\.(mp4|m4v|webm|mov)$/i.test(name);
