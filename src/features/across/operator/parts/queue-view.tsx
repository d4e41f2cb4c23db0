import { type ReactNode, useState } from 'react';
import { DataTable, type DataTableProps } from '#ui/antd/data-table.tsx';
import { Button, type ButtonVariant } from '#ui/content/button.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Row as Line, Stack } from '#ui/layout/stack.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { ActionDialog, type DeskAction } from './action-dialog.tsx';

type Listed = { readonly _id: string };

/** Something that can be done about a row, with a reason. */
export interface RowAction<Row> {
  readonly label: string;
  readonly variant?: ButtonVariant;
  /** Absent if it is offered for every row. */
  readonly isOffered?: (row: Row) => boolean;
  readonly ask: (row: Row) => DeskAction;
}

export interface QueueViewProps<Row extends Listed> extends Pick<
  DataTableProps<Row, never>,
  'name' | 'caption' | 'columns' | 'query'
> {
  readonly title: string;
  readonly text: string;
  /** Narrows the rows; the first is by status. */
  readonly filters?: ReactNode;
  readonly empty: { readonly title: string; readonly text: string; readonly compact?: boolean };
  /** In the last column. */
  readonly rowActions?: readonly RowAction<Row>[];
  /** Below the rows. */
  readonly children?: ReactNode;
}

interface OpenAction<Row> {
  readonly row: Row;
  readonly action: RowAction<Row>;
}

const actionColumn = <Row extends Listed>(
  actions: readonly RowAction<Row>[],
  onAsk: (asked: OpenAction<Row>) => void,
): Column<Row> => ({
  key: 'action',
  title: actions.length > 1 ? 'Actions' : 'Action',
  cell: (row) => {
    const offered = actions.filter(({ isOffered }) => isOffered?.(row) ?? true);
    if (offered.length === 0) return '–';
    return (
      <Line gap={8}>
        {offered.map((action) => (
          <Button key={action.label} variant={action.variant} onClick={() => onAsk({ row, action })}>
            {action.label}
          </Button>
        ))}
      </Line>
    );
  },
});

/** A list at the desk: what waits, what became of the rest, and what can be done about a row. */
export function QueueView<Row extends Listed>({
  title,
  text,
  filters,
  empty,
  rowActions = [],
  columns,
  children,
  ...table
}: QueueViewProps<Row>) {
  const [asked, setAsked] = useState<OpenAction<Row> | null>(null);
  return (
    <Stack gap={24}>
      <PageHead title={title} unlisted />
      <PageHeader title={title} text={text} />
      {filters}
      <DataTable
        {...table}
        columns={rowActions.length > 0 ? [...columns, actionColumn(rowActions, setAsked)] : columns}
        empty={<EmptyState level={2} {...empty} />}
      />
      {children}
      {asked ? <ActionDialog action={asked.action.ask(asked.row)} onClose={() => setAsked(null)} /> : null}
    </Stack>
  );
}
