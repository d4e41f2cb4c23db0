import { sql } from 'drizzle-orm';
import type { Ctx } from '../kernel/context.ts';
import { objectKey } from '../domain/base/files/media-addresses.ts';
import { files } from '../db/schema/files.ts';
import { addresses, type PostalAddress, productFiles, productImages, products } from '../db/schema/shop.ts';
import { creatorNamed, demoFan } from './cast.ts';
import { photoId } from './gallery.ts';
import { type Past, before, days } from './past.ts';
import { type ProductPlan, listSheets, productId, productPlans } from './product-plans.ts';
import { demoId } from './random.ts';

type Sheet = ReturnType<typeof listSheets>[number];

const latin = (text: string): string =>
  text
    .replaceAll('’', "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll('×', 'x')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll(/[()\\]/g, (sign) => `\\${sign}`);

/** Builds a PDF page with a title and a few lines. */
function buildPdf({ name, lines: given }: Sheet): Uint8Array<ArrayBuffer> {
  const lines = given.map((line, at) => `1 0 0 1 72 ${700 - at * 28} Tm (${latin(line)}) Tj`).join(' ');
  const content = `BT /F1 22 Tf 1 0 0 1 72 760 Tm (${latin(name)}) Tj /F1 13 Tf ${lines} ET`;
  const parts = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const at: number[] = [];
  for (const [index, part] of parts.entries()) {
    at.push(text.length);
    text += `${index + 1} 0 obj\n${part}\nendobj\n`;
  }
  const table = at.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${parts.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${parts.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return new TextEncoder().encode(text);
}

/** Stores the files of digital products. Doesn't need the database. */
export async function fillDownloads(ctx: Ctx): Promise<void> {
  for (const sheet of productPlans.flatMap(listSheets))
    await ctx.ports.objects.put(objectKey(sheet.id, 'original.pdf'), buildPdf(sheet), 'application/pdf');
}

function sheetRow(plan: ProductPlan, sheet: Sheet, today: Date): typeof files.$inferInsert {
  const bytes = buildPdf(sheet).byteLength;
  const at = before(today, days(plan.age + 0.1));
  return {
    id: sheet.id,
    ownerId: creatorNamed(plan.by).id,
    type: 'product-file',
    mime: 'application/pdf',
    bytes,
    storageKey: `files/${sheet.id}`,
    originalName: `${latin(sheet.name)}.pdf`,
    renditions: [{ name: 'original.pdf', width: 0, height: 0, mime: 'application/pdf', bytes }],
    state: 'ready',
    percent: 100,
    createdAt: at,
    updatedAt: at,
  };
}

function productRow(plan: ProductPlan, today: Date): typeof products.$inferInsert {
  const {
    name,
    description,
    price,
    stock,
    shipping = 0,
    days: processingDays = 0,
    countries = [],
    sheet,
    age,
    state = 'published',
  } = plan;
  const at = before(today, days(age));
  return {
    id: productId(plan),
    performerId: creatorNamed(plan.by).id,
    name,
    description,
    type: sheet ? 'digital' : 'physical',
    price,
    stock: stock ?? null,
    shippingPrice: shipping,
    processingDays,
    shippingCountries: [...countries],
    state,
    publishedAt: state === 'published' ? at : null,
    createdAt: at,
    updatedAt: at,
  };
}

export const demoAddress: PostalAddress = {
  name: 'Nora Field',
  line1: '14 Albion Terrace',
  line2: 'Flat 2',
  city: 'Bristol',
  state: '',
  zip: 'BS6 5DR',
  country: 'GB',
  phone: '+442079460018',
};
const atMediaItem: PostalAddress = {
  ...demoAddress,
  line1: 'Castle Yard 3',
  line2: 'Field & Partners',
  zip: 'BS1 3XD',
};

/**
 * Inserts products of several kinds, shown by pictures of public posts, and the demo fan's saved addresses.
 */
export async function insertProducts(ctx: Ctx, { today }: Past): Promise<void> {
  await ctx.db
    .insert(files)
    .values(productPlans.flatMap((plan) => listSheets(plan).map((sheet) => sheetRow(plan, sheet, today))));
  await ctx.db.insert(products).values(productPlans.map((plan) => productRow(plan, today)));
  await ctx.db
    .insert(productFiles)
    .values(
      productPlans.flatMap((plan) =>
        listSheets(plan).map(({ id }, position) => ({ productId: productId(plan), fileId: id, position })),
      ),
    );
  await ctx.db.insert(productImages).values(
    productPlans.flatMap((plan) =>
      plan.shown.map(([post, photo], position) => ({
        productId: productId(plan),
        fileId: photoId(creatorNamed(plan.by), post, photo),
        position,
      })),
    ),
  );
  await ctx.db.execute(
    sql`UPDATE performers p SET products = made.n FROM (SELECT performer_id, count(*)::int AS n FROM products WHERE state = 'published' GROUP BY performer_id) made WHERE made.performer_id = p.account_id`,
  );
  const at = before(today, days(60));
  await ctx.db.insert(addresses).values(
    [demoAddress, atMediaItem].map((address, index) => ({
      id: demoId(`address ${index}`),
      accountId: demoFan.id,
      address,
      isDefault: index === 0,
      createdAt: at,
      updatedAt: at,
    })),
  );
}
