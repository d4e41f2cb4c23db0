import FileDown from 'lucide-react/icons/file-down';
import { useState } from 'react';
import { type CsvCell, toCsv } from '#lib/csv.ts';
import { problemMessage } from '#lib/problem.ts';
import { Button } from '#ui/content/button.tsx';
import { toast } from '#ui/overlays/toast.ts';

export interface CsvButtonProps {
  /** Without the extension. */
  readonly filename: string;
  readonly heads: readonly string[];
  /** Fetches all rows when the button is pressed. Rejects as the services do. */
  readonly rows: () => Promise<readonly (readonly CsvCell[])[]>;
  readonly label?: string;
}

function keep(filename: string, text: string): void {
  // The byte order mark tells spreadsheet apps that the file is UTF-8.
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${filename}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}

/** Downloads a table as a CSV file. */
export function CsvButton({ filename, heads, rows, label = 'Download as CSV' }: CsvButtonProps) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      keep(filename, toCsv(heads, await rows()));
    } catch (caught) {
      toast.error(problemMessage(caught));
    }
    setBusy(false);
  };
  return (
    <Button icon={<FileDown size={18} aria-hidden="true" />} busy={busy} onClick={() => void press()}>
      {label}
    </Button>
  );
}
