import { useId } from 'react';
import { limits } from '#config/limits.ts';
import { TextButton } from '#ui/content/button.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { useFieldError } from '#ui/forms/form-fields.ts';
import { UploadDrop } from '#ui/forms/upload-drop.tsx';
import styles from './identity-documents.module.css';

export interface Documents {
  readonly idFront: File | null;
  readonly idBack: File | null;
}

const accept = 'image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif,application/pdf';
const hint = `JPEG, PNG, WebP, HEIC or PDF, up to ${limits.upload.documentBytes / 1024 / 1024} MB`;

export interface IdentityDocumentsProps {
  readonly value: Documents;
  readonly onChange: (value: Documents) => void;
  readonly errors?: Readonly<Record<keyof Documents, string | null>>;
  readonly disabled?: boolean;
}

interface DocumentFieldProps {
  readonly label: string;
  readonly file: File | null;
  readonly onFile: (file: File | null) => void;
  readonly error?: string | null;
  readonly disabled?: boolean;
}

function ChosenDocument({ label, file, onFile, error, disabled }: DocumentFieldProps & { file: File }) {
  const id = useId();
  useFieldError(id, error);
  return (
    <div>
      <Row justify="between">
        <span>
          {label}: {file.name}
        </span>
        <TextButton
          id={id}
          onClick={() => onFile(null)}
          disabled={disabled}
          aria-describedby={error ? `${id}-error` : undefined}
        >
          Choose another file
        </TextButton>
      </Row>
      {error ? (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** One document: a JPEG, PNG, WebP, HEIC or PDF file. */
export const DocumentField = (props: DocumentFieldProps) =>
  props.file ? (
    <ChosenDocument {...props} file={props.file} />
  ) : (
    <UploadDrop
      label={props.label}
      hint={hint}
      accept={accept}
      maxBytes={limits.upload.documentBytes}
      error={props.error}
      disabled={props.disabled}
      onFiles={([first]) => props.onFile(first ?? null)}
    />
  );

/** Front and back of an identity document. Only the operator can see them. */
export const IdentityDocuments = ({ value, onChange, errors, disabled }: IdentityDocumentsProps) => (
  <Stack gap={8}>
    <DocumentField
      label="Front of your identity document"
      file={value.idFront}
      onFile={(idFront) => onChange({ ...value, idFront })}
      error={errors?.idFront ?? null}
      disabled={disabled}
    />
    <DocumentField
      label="Back side (if any)"
      file={value.idBack}
      onFile={(idBack) => onChange({ ...value, idBack })}
      error={errors?.idBack ?? null}
      disabled={disabled}
    />
  </Stack>
);
