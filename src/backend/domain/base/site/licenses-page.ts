import type { SitePost } from '#contract/base/site.ts';
import { thirdParties } from './third-parties.ts';

/** The day from which on this page says what it says. Change it with the text. */
const updated = '2026-11-30T00:00:00.000Z';

const data = [
  ['World countries', 'https://github.com/mledoze/countries', 'ODbL 1.0'],
  ['GeoNames (states and cities)', 'https://www.geonames.org/', 'CC BY 4.0'],
  ['ip-location-db (countries of addresses)', 'https://github.com/sapics/ip-location-db', 'CC0 1.0'],
];
const programs = [
  ['ffmpeg and ffprobe', 'https://ffmpeg.org/', 'GPL 3.0 or later'],
  ['PostgreSQL', 'https://www.postgresql.org/', 'PostgreSQL License'],
  ['Node.js', 'https://nodejs.org/', 'MIT'],
];

const linked = (rows: readonly (readonly string[])[]): string =>
  rows.map(([name, href, license]) => `<li><a href="${href}">${name}</a>, ${license}</li>`).join('');

/**
 * `/posts/licenses` of every site: who made what it is built from. An operator can replace it by a page of their own
 * with the same slug.
 */
export const licensesPage = (): SitePost => ({
  _id: '0198c3f0-0000-7000-8000-000000000001',
  slug: 'licenses',
  kind: 'page',
  title: 'Licenses',
  summary: 'The open-source software and open data that this site is built with.',
  publishedAt: updated,
  updatedAt: updated,
  html: [
    '<p>This site is built with open-source software and open data. We thank everyone who made them. The full texts of all licenses are in the file <code>THIRD-PARTY-NOTICES.txt</code> that comes with the software.</p>',
    `<h2>Data</h2><ul>${linked(data)}</ul>`,
    `<h2>Programs</h2><ul>${linked(programs)}</ul>`,
    '<h2>Packages</h2>',
    ...thirdParties.map(([license, packages]) => `<h3>${license}</h3><p>${packages}</p>`),
  ].join(''),
});
