/**
 * Types that can be uploaded to cloud storage, and their file extensions. The last one is for recordings of all
 * other types: what a file is, its content decides.
 */
export const uploadTypes = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/avif': ['avif'],
  'video/mp4': ['mp4', 'm4v'],
  'video/webm': ['webm'],
  'video/quicktime': ['mov'],
  'audio/mpeg': ['mp3'],
  'audio/mp4': ['m4a', 'mp4'],
  'audio/webm': ['webm', 'weba'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/wav': ['wav'],
  'audio/flac': ['flac'],
  'application/pdf': ['pdf'],
  'application/zip': ['zip'],
  'application/epub+zip': ['epub'],
  'application/octet-stream': ['bin'],
} as const;
export type UploadType = keyof typeof uploadTypes;
