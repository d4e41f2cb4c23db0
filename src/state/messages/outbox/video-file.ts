/** Whether a picked file is to be sent as a video: browsers leave the type of many empty, but know pictures. */
export const isVideoFile = ({ name, type }: { readonly name: string; readonly type: string }): boolean =>
  type.startsWith('video/') ||
  !(type.startsWith('image/') || /\.(jpe?g|png|webp|avif|gif|hei[cf])$/i.test(name));
