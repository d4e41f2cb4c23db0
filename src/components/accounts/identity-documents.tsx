import { limits } from '#config/limits.ts';
import { TextButton } from '#ui/content/button.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { UploadDrop } from '#ui/forms/upload-drop.tsx';

export interface Documents {
  readonly idFront: File | null;
  readonly idBack: File | null;
}

const accept = 'image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif,application/pdf';
const hint = `JPEG, PNG, WebP, HEIC or PDF, up to ${limits.upload.documentBytes / 1024 / 1024} MB`;

export interface IdentityDocumentsProps {
  readonly value: Documents;
  readonly onChange: (value: Documents) => void;
  readonly disabled?: boolean;
}

interface DocumentFieldProps {
  readonly label: string;
  readonly file: File | null;
  readonly onFile: (file: File | null) => void;
  readonly disabled?: boolean;
}

/** One document: a JPEG, PNG, WebP, HEIC or PDF file. */
export function DocumentField({ label, file, onFile, disabled }: DocumentFieldProps) {
  if (!file)
    return (
      <UploadDrop
        label={label}
        hint={hint}
        accept={accept}
        disabled={disabled}
        onFiles={([first]) => onFile(first ?? null)}
      />
    );
  return (
    <Row justify="between">
      <span>
        {label}: {file.name}
      </span>
      <TextButton onClick={() => onFile(null)} disabled={disabled}>
        Choose another file
      </TextButton>
    </Row>
  );
}

/** Front and back of an identity document. Only the operator can see them. */
export const IdentityDocuments = ({ value, onChange, disabled }: IdentityDocumentsProps) => (
  <Stack gap={8}>
    <DocumentField
      label="Front of your identity document"
      file={value.idFront}
      onFile={(idFront) => onChange({ ...value, idFront })}
      disabled={disabled}
    />
    <DocumentField
      label="Back, if it has one"
      file={value.idBack}
      onFile={(idBack) => onChange({ ...value, idBack })}
      disabled={disabled}
    />
  </Stack>
);
