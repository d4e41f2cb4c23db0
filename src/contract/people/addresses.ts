import { z } from 'zod';
import { Done, Id, IdParams, OffsetPage, listReply, lineText } from '../core/schemas.ts';
import { op } from '../core/op.ts';

const line = (max: number) => lineText().max(max, `Use at most ${max} characters.`);
const needed = (max: number, message: string) => line(max).min(1, message);

/** A delivery address. The server checks that the country code exists. */
export const PostalAddress = z.strictObject({
  name: needed(100, 'Enter the recipient’s name.'),
  line1: needed(150, 'Enter a street address.'),
  line2: line(150).default(''),
  city: needed(100, 'Enter a city.'),
  state: line(100).default(''),
  zip: line(20)
    .regex(/^[\p{L}\p{N} -]*$/u, 'Use only letters, digits, spaces and dashes.')
    .default(''),
  country: z.string().regex(/^[A-Z]{2}$/, 'Choose a country from the list.'),
  /** Stored as it is dialed from abroad, however it was written. */
  phone: line(30)
    .overwrite((text) => text.replaceAll(/[\s().-]/g, ''))
    .regex(/^(\+[1-9]\d{6,14})?$/, 'Enter a phone number with its country code, such as +49 30 123456.')
    .default(''),
});
export type PostalAddress = z.infer<typeof PostalAddress>;

export const Address = z.object({
  _id: Id,
  name: z.string(),
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
  phone: z.string(),
  isDefault: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Address = z.infer<typeof Address>;

const isDefault = z.boolean().optional();

export const addresses = {
  'POST /addresses/create': op({
    summary: 'Add a delivery address; the first one is the default',
    access: 'user',
    body: z.strictObject({ ...PostalAddress.shape, isDefault }),
    reply: Address,
    creates: true,
    status: 201,
  }),
  'GET /addresses/search': op({
    summary: 'Your addresses, the default first',
    access: 'user',
    query: z.strictObject(OffsetPage),
    reply: listReply(Address),
  }),
  'PUT /addresses/:id': op({
    summary: 'Update an address, or make it the default',
    access: 'user',
    params: IdParams,
    // Without defaults, so that absent fields stay unchanged.
    body: z
      .strictObject({
        name: PostalAddress.shape.name,
        line1: PostalAddress.shape.line1,
        line2: PostalAddress.shape.line2.unwrap(),
        city: PostalAddress.shape.city,
        state: PostalAddress.shape.state.unwrap(),
        zip: PostalAddress.shape.zip.unwrap(),
        country: PostalAddress.shape.country,
        phone: PostalAddress.shape.phone.unwrap(),
        isDefault: z.literal(true),
      })
      .partial(),
    reply: Address,
  }),
  'DELETE /addresses/:id': op({
    summary: 'Remove an address; existing orders keep it',
    access: 'user',
    params: IdParams,
    reply: Done,
  }),
};
