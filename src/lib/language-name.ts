/**
 * Own names of languages that `Intl` knows only in English. The macrolanguages and ancient ones among them are
 * written as their speakers and editors write them.
 */
export const nativeNames: Readonly<Record<string, string>> = {
  aa: 'Qafar',
  ab: 'Аԥсшәа',
  ae: 'Avesta',
  an: 'Aragonés',
  av: 'Авар мацӀ',
  ay: 'Aymar aru',
  bh: 'भोजपुरी',
  bi: 'Bislama',
  ch: 'Chamoru',
  co: 'Corsu',
  cr: 'ᓀᐦᐃᔭᐍᐏᐣ',
  cu: 'Словѣньскъ',
  dv: 'ދިވެހި',
  fj: 'Vosa Vakaviti',
  gn: 'Avañe’ẽ',
  ho: 'Hiri Motu',
  ht: 'Kreyòl ayisyen',
  hz: 'Otjiherero',
  ik: 'Iñupiatun',
  io: 'Ido',
  iu: 'ᐃᓄᒃᑎᑐᑦ',
  kg: 'Kikongo',
  kj: 'Oshikwanyama',
  kr: 'Kanuri',
  kv: 'Коми кыв',
  la: 'Latina',
  li: 'Limburgs',
  mh: 'Kajin M̧ajeļ',
  mi: 'Te reo Māori',
  na: 'Dorerin Naoero',
  ng: 'Oshindonga',
  nr: 'isiNdebele seSewula',
  nv: 'Diné bizaad',
  ny: 'Chichewa',
  oj: 'ᐊᓂᔑᓈᐯᒧᐎᓐ',
  pi: 'पालि',
  sm: 'Gagana Sāmoa',
  ss: 'siSwati',
  tl: 'Tagalog',
  ts: 'Xitsonga',
  tw: 'Twi',
  ty: 'Reo Tahiti',
  ve: 'Tshivenḓa',
  vo: 'Volapük',
  wa: 'Walon',
};

/** A language's own name by ISO 639-1 code, or the code if it isn't known. */
export function languageName(code: string): string {
  try {
    // Names that begin with a small prefix keep it: isiNdebele, siSwati.
    const listed = nativeNames[code];
    if (listed !== undefined) return listed;
    const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
    return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
  } catch {
    return code;
  }
}
