import { type UploadType, uploadTypes } from '#config/upload-types.ts';

const types = Object.keys(uploadTypes) as UploadType[];
const listEndings = (type: UploadType): readonly string[] => uploadTypes[type];

/**
 * The file under a type and name that cloud storage takes: browsers leave the type of many files empty, or the name
 * says something else. What it is, the server sees in its content.
 */
export function storable(file: File): File {
  const ending = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? '';
  const known = types.find((type) => type === file.type);
  if (known && listEndings(known).includes(ending)) return file;
  const type =
    known ??
    types.find((each) => listEndings(each).includes(ending)) ??
    ('application/octet-stream' as const);
  return new File([file], `upload.${listEndings(type)[0]}`, { type, lastModified: file.lastModified });
}
