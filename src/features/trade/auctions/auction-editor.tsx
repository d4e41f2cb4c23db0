import { limits } from '#config/limits.ts';
import { CountriesField } from '#components/trade/shop/countries-field.tsx';
import { ListingFields } from '#components/trade/shop/listing-fields.tsx';
import { PriceInput } from '#components/money/payments/price-input.tsx';
import { SavingSoon } from '#components/base/files/use-after-upload.tsx';
import { DateField } from '#ui/antd/date-field.tsx';
import { Button } from '#ui/content/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { type AuctionEditorProps, useAuctionEditor } from './use-auction-editor.ts';

type Editor = ReturnType<typeof useAuctionEditor>;
const fieldIds = {
  title: 'auction-title',
  startPrice: 'auction-price',
  reservePrice: 'auction-reserve',
  startAt: 'auction-start',
  endAt: 'auction-end',
  images: undefined,
} as const;
const hint = `JPEG, PNG, WebP, AVIF or HEIC, up to ${limits.upload.imageBytes / 1024 / 1024} MB each, at most ${limits.auction.images}`;

const Prices = ({ values, set, errors }: Editor) => (
  <Card>
    <Stack>
      <PriceInput
        id={fieldIds.startPrice}
        label="Start price"
        required
        error={errors.startPrice}
        value={values.startPrice}
        onChange={(event) => set({ startPrice: event.target.value })}
      />
      <Checkbox
        label="Set a reserve"
        hint="The auction won’t sell below this price. Bidders can see there is a reserve, but not how much."
        checked={values.hasReserve}
        onChange={(event) => set({ hasReserve: event.target.checked })}
      />
      {values.hasReserve ? (
        <PriceInput
          id={fieldIds.reservePrice}
          label="Reserve"
          required
          error={errors.reservePrice}
          value={values.reservePrice}
          onChange={(event) => set({ reservePrice: event.target.value })}
        />
      ) : null}
    </Stack>
  </Card>
);

/** `begun` hides the start, which can't be changed once the auction is running. */
const Times = ({ editor: { values, set, errors }, begun }: { editor: Editor; begun: boolean }) => (
  <Card>
    <Stack>
      {begun ? null : (
        <Checkbox
          label="Schedule start"
          hint="Otherwise, it starts right away."
          checked={values.startsLater}
          onChange={(event) => set({ startsLater: event.target.checked })}
        />
      )}
      {values.startsLater && !begun ? (
        <DateField
          id={fieldIds.startAt}
          kind="datetime"
          label="Starts"
          hint="Your local time"
          error={errors.startAt}
          value={values.startAt}
          onChange={(startAt) => set({ startAt })}
        />
      ) : null}
      <DateField
        id={fieldIds.endAt}
        kind="datetime"
        label="Ends"
        hint="Your local time. A bid in the last minute extends the auction by a minute."
        error={errors.endAt}
        required
        value={values.endAt}
        onChange={(endAt) => set({ endAt })}
      />
    </Stack>
  </Card>
);

/** The form to create or edit an auction: item, price, times and shipping. */
export function AuctionEditor(props: AuctionEditorProps) {
  const editor = useAuctionEditor(props);
  const { values, set, errors, problem, saving, submit, onStopWaiting } = editor;
  const listed = (Object.entries(errors) as [keyof typeof fieldIds, string][]).map(([field, message]) => ({
    fieldId: fieldIds[field],
    message,
  }));
  return (
    <Form onSubmit={submit}>
      <Stack gap={24}>
        <FormErrors
          errors={problem ? [...listed, { message: problem }] : listed}
          title="Before you can publish"
        />
        <ListingFields
          values={values}
          set={set}
          titleId={fieldIds.title}
          titleError={errors.title}
          pictures={editor.pictures}
          picturesHint={hint}
          picturesError={errors.images}
          saving={saving}
        />
        <Prices {...editor} />
        <Times editor={editor} begun={props.auction?.state === 'live'} />
        <Card>
          <CountriesField
            label="Ships to"
            hint={
              values.countries.length === 0
                ? 'Worldwide. Choose countries to limit shipping. Shipping is included in the bid.'
                : 'Only to these countries. Shipping is included in the bid.'
            }
            value={values.countries}
            onChange={(countries) => set({ countries })}
          />
        </Card>
        <Card>
          <Checkbox
            label="Allow comments"
            checked={values.commentsEnabled}
            onChange={(event) => set({ commentsEnabled: event.target.checked })}
          />
        </Card>
        <SavingSoon onStop={onStopWaiting} />
        <div>
          <Button type="submit" variant="primary" large busy={saving}>
            {props.action}
          </Button>
        </div>
      </Stack>
    </Form>
  );
}
