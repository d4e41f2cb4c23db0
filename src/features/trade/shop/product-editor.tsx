import { limits } from '#config/limits.ts';
import { CountriesField } from '#components/trade/shop/countries-field.tsx';
import { ListingFields } from '#components/trade/shop/listing-fields.tsx';
import { PriceInput } from '#components/money/payments/price-input.tsx';
import { Uploads } from '#components/base/files/uploads.tsx';
import { SavingSoon } from '#components/base/files/use-after-upload.tsx';
import { Button } from '#ui/content/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Checkbox, RadioCards } from '#ui/forms/choice.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import type { ProductField } from './product-values.ts';
import { type ProductEditorProps, useProductEditor } from './use-product-editor.ts';
import styles from './studio-products.module.css';

type Editor = ReturnType<typeof useProductEditor>;
const fieldIds: Readonly<Record<ProductField, string | undefined>> = {
  title: 'product-title',
  price: 'product-price',
  stock: 'product-stock',
  processingDays: 'product-days',
  shippingPrice: 'product-shipping',
  pictures: undefined,
  files: undefined,
};
const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`;
const pictureHint = `JPEG, PNG, WebP, AVIF or HEIC, up to ${megabytes(limits.upload.imageBytes)} each, at most ${limits.photosPerPost}. The first one is shown in lists.`;
const soldTypes =
  'application/pdf,application/zip,application/epub+zip,.pdf,.zip,.epub,image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif,video/mp4,video/webm,audio/mpeg,audio/mp4,audio/wav,audio/flac,audio/ogg';

const kinds = [
  { value: 'physical', label: 'Physical item', hint: 'You accept and ship each order.' },
  { value: 'digital', label: 'Digital download', hint: 'Buyers get the files right away.' },
] as const;

const Price = ({ values, set, errors }: Editor) => (
  <Card>
    <div className={styles.pair}>
      <PriceInput
        id={fieldIds.price}
        label="Price"
        hint="In tokens"
        required
        error={errors.price}
        value={values.price}
        onChange={(event) => set({ price: event.target.value })}
      />
      {values.type === 'physical' ? (
        <TextInput
          id={fieldIds.stock}
          label="Stock"
          inputMode="numeric"
          autoComplete="off"
          hint="Goes down automatically with each sale."
          required
          error={errors.stock}
          value={values.stock}
          onChange={(event) => set({ stock: event.target.value })}
        />
      ) : null}
    </div>
  </Card>
);

const Sending = ({ values, set, errors }: Editor) => (
  <Card>
    <Stack>
      <div className={styles.pair}>
        <PriceInput
          id={fieldIds.shippingPrice}
          label="Shipping per order"
          hint="In tokens"
          required
          error={errors.shippingPrice}
          value={values.shippingPrice}
          onChange={(event) => set({ shippingPrice: event.target.value })}
        />
        <TextInput
          id={fieldIds.processingDays}
          label="Ships within"
          suffix="days"
          inputMode="numeric"
          autoComplete="off"
          hint="After you accept the order."
          required
          error={errors.processingDays}
          value={values.processingDays}
          onChange={(event) => set({ processingDays: event.target.value })}
        />
      </div>
      <CountriesField
        label="Ships to"
        hint={
          values.countries.length === 0
            ? 'Worldwide. Choose countries to limit shipping.'
            : 'Only to these countries.'
        }
        value={values.countries}
        onChange={(countries) => set({ countries })}
      />
    </Stack>
  </Card>
);

const Files = ({ files, errors, saving }: Editor) => (
  <Card>
    <h2 className={styles.heading}>Files for buyers</h2>
    <Uploads
      uploads={files}
      label="Add files"
      hint={`PDF, ZIP, EPUB, a picture, video or recording, up to ${limits.upload.largestBytes / 2 ** 30} GB each, at most ${limits.filesPerProduct}. Buyers keep the files they bought.`}
      accept={soldTypes}
      ordered
      paste={false}
      disabled={saving !== null}
      error={errors.files}
    />
  </Card>
);

/** A new product is saved as a draft or put on sale; an existing one keeps its state. */
function Buttons({ product, saving, send, onStopWaiting }: Editor & Pick<ProductEditorProps, 'product'>) {
  const main =
    product?.state === 'published'
      ? ({ as: 'same', words: 'Save changes' } as const)
      : ({ as: 'published', words: 'Put on sale' } as const);
  return (
    <Stack gap={12}>
      <SavingSoon onStop={onStopWaiting} />
      <Row>
        <Button type="submit" variant="primary" large busy={saving === main.as}>
          {main.words}
        </Button>
        {product?.state === 'published' ? null : (
          <Button
            large
            busy={saving === 'draft' || saving === 'same'}
            onClick={() => send(product ? 'same' : 'draft')}
          >
            {product ? 'Save without selling' : 'Save as a draft'}
          </Button>
        )}
      </Row>
    </Stack>
  );
}

/** The form to create or edit a product: details, price and delivery. */
export function ProductEditor(props: ProductEditorProps) {
  const editor = useProductEditor(props);
  const { values, set, errors, problem, submit } = editor;
  const isOnSale = props.product?.state === 'published';
  const listed = (Object.entries(errors) as [ProductField, string][]).map(([field, message]) => ({
    fieldId: fieldIds[field],
    message,
  }));
  return (
    <Form onSubmit={submit(isOnSale ? 'same' : 'published')}>
      <Stack gap={24}>
        <FormErrors
          errors={problem ? [...listed, { message: problem }] : listed}
          title="Before you can save"
        />
        {props.product ? null : (
          <Card>
            <RadioCards
              label="Product type"
              name="type"
              options={kinds}
              value={values.type}
              onChange={(type) => set({ type })}
            />
          </Card>
        )}
        <ListingFields
          values={values}
          set={set}
          titleId={fieldIds.title}
          titleError={errors.title}
          pictures={editor.pictures}
          picturesHint={pictureHint}
          picturesError={errors.pictures}
          saving={editor.saving !== null}
        />
        <Price {...editor} />
        {values.type === 'physical' ? <Sending {...editor} /> : <Files {...editor} />}
        <Card>
          <Checkbox
            label="Allow comments"
            checked={values.commentsEnabled}
            onChange={(event) => set({ commentsEnabled: event.target.checked })}
          />
        </Card>
        <Buttons {...editor} product={props.product} />
      </Stack>
    </Form>
  );
}
