import { useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { type Failure, serverError } from '../../../api/failure';
import type { ErrorMessage } from '../../../api/generated';
import { readUploadProgress, subscribeToUploads } from '../../../api/files/uploadFetch';
import { useFormats } from '../../../i18n/useFormats';
import type { FileIssue } from '../../../ui/file/checkFile';
import { useFileIssueText } from '../../../ui/file/useFileIssueText';
import { checkDocument } from './checkDocument';

/** The proof of study: the chosen file, its check, and the progress of its upload. */
export function useDocumentUpload() {
  const { t } = useTranslation('errors');
  const issueText = useFileIssueText();
  const { count } = useFormats();
  const [file, setFile] = useState<File | null>(null);
  const [issue, setIssue] = useState<FileIssue>();
  const [serverMessage, setServerMessage] = useState<ErrorMessage>();
  const latest = useRef<File | null>(null);
  const progress = useSyncExternalStore(subscribeToUploads, () => readUploadProgress(file));

  /** A file that fails the check is not kept. */
  const choose = async (chosen: File | null) => {
    latest.current = chosen;
    setIssue(undefined);
    setServerMessage(undefined);
    setFile(null);
    if (!chosen) return;
    const found = await checkDocument(chosen);
    // Another file may have been chosen since.
    if (latest.current !== chosen) return;
    if (found) setIssue(found);
    else setFile(chosen);
  };

  return {
    file,
    size: file ? `${count(Math.max(0.1, file.size / 1_000_000))}\u00a0MB` : '',
    progress,
    error: issue ? issueText(issue, 'document') : serverMessage ? t(serverMessage) : '',
    choose,
    /** The server's error about the file is shown at its field. */
    setServerError: (failure: Failure) => setServerMessage(documentError(failure)),
  };
}

/** The message of an error about the file. */
export function documentError(failure: Failure): ErrorMessage | undefined {
  const message = serverError(failure)?.message;
  return message?.startsWith('exception.document.') ? message : undefined;
}
