import { limits } from '#config/limits.ts';
import { CountriesField } from '#components/trade/shop/countries-field.tsx';
import { ListingFields } from '#components/trade/shop/listing-fields.tsx';
import { PriceInput } from '#components/money/payments/price-input.tsx';
import { Uploads } from '#components/base/files/uploads.tsx';
import { StudioEditor } from '#components/content/studio/studio-editor.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Checkbox, RadioCards } from '#ui/forms/choice.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { productKind } from './product-kind.tsx';
import { type ProductEditorProps, useProductEditor } from './use-product-editor.ts';
import styles from './studio-products.module.css';

type Editor = ReturnType<typeof useProductEditor>;
const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`;
const pictureHint = `JPEG, PNG, WebP, AVIF or HEIC, up to ${megabytes(limits.upload.imageBytes)} each, at most ${limits.photosPerPost}. The first one is shown in lists.`;
const soldTypes =
  'application/pdf,application/zip,application/epub+zip,.pdf,.zip,.epub,image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif,video/mp4,video/webm,audio/mpeg,audio/mp4,audio/wav,audio/flac,audio/ogg';

const kinds = [
  { value: 'physical', label: 'Physical item', hint: 'You accept and ship each order.' },
  { value: 'digital', label: 'Digital download', hint: 'Buyers get the files right away.' },
] as const;

const Price = ({ form }: Editor) => (
  <Card>
    <div className={styles.pair}>
      <PriceInput label="Price" hint="In tokens" required {...form.text('price')} />
      {form.values.type === 'physical' ? (
        <TextInput
          label="Stock"
          inputMode="numeric"
          autoComplete="off"
          hint="Goes down automatically with each sale."
          required
          {...form.text('stock')}
        />
      ) : null}
    </div>
  </Card>
);

const Shipping = ({ form }: Editor) => (
  <Card>
    <Stack>
      <div className={styles.pair}>
        <PriceInput label="Shipping per order" hint="In tokens" required {...form.text('shippingPrice')} />
        <TextInput
          label="Ships within"
          suffix="days"
          inputMode="numeric"
          autoComplete="off"
          hint="After you accept the order."
          required
          {...form.text('processingDays')}
        />
      </div>
      <CountriesField
        label="Ships to"
        hint={
          form.values.countries.length === 0
            ? 'Worldwide. Choose countries to limit shipping.'
            : 'Only to these countries.'
        }
        value={form.values.countries}
        onChange={(countries) => form.change({ countries })}
      />
    </Stack>
  </Card>
);

const Files = ({ files, form }: Editor) => (
  <Card>
    <h2 className={styles.heading}>Files for buyers</h2>
    <Uploads
      uploads={files}
      label="Add files"
      hint={`PDF, ZIP, EPUB, a picture, video or recording, up to ${limits.upload.largestBytes / 2 ** 30} GB each, at most ${limits.filesPerProduct}. Buyers keep the files they bought.`}
      accept={soldTypes}
      ordered
      paste={false}
      disabled={form.busy}
      error={form.fieldErrors.files}
    />
  </Card>
);

/** The form to create or edit a product: details, price and delivery. */
export function ProductEditor(props: ProductEditorProps) {
  const editor = useProductEditor(props);
  const { form, pictures } = editor;
  return (
    <StudioEditor kind={productKind} item={props.product} form={form}>
      {props.product ? null : (
        <Card>
          <RadioCards
            label="Product type"
            name="type"
            options={kinds}
            value={form.values.type}
            onChange={(type) => form.change({ type })}
          />
        </Card>
      )}
      <ListingFields
        form={form}
        pictures={pictures}
        picturesHint={pictureHint}
        picturesError={form.fieldErrors.pictures}
      />
      <Price {...editor} />
      {form.values.type === 'physical' ? <Shipping {...editor} /> : <Files {...editor} />}
      <Card>
        <Checkbox label="Allow comments" {...form.flag('commentsEnabled')} />
      </Card>
    </StudioEditor>
  );
}
