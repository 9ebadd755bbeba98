import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Failure, serverError } from '../../../api/failure';
import type { ErrorMessage } from '../../../api/generated';
import { useUploadProgress } from '../../../api/files/uploads';
import { useLatestTask } from '../../../api/useLatestTask';
import type { FileIssue } from '../../../ui/file/checkFile';
import { useFileIssueText } from '../../../ui/file/useFileIssueText';
import { useFileSize } from '../../../ui/file/useFileSize';
import { checkDocument } from './checkDocument';

/** The proof of study: the chosen file, its check, and the progress of its upload. */
export function useDocumentUpload() {
  const { t } = useTranslation('errors');
  const issueText = useFileIssueText();
  const fileSize = useFileSize();
  const [file, setFile] = useState<File | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const checked = useRef<Promise<File | null>>(Promise.resolve(null));
  const [issue, setIssue] = useState<FileIssue>();
  const [serverMessage, setServerMessage] = useState<ErrorMessage>();
  const startTask = useLatestTask();
  const progress = useUploadProgress(file);

  /** A file that fails the check is not kept. */
  const choose = (chosen: File | null) => {
    setIssue(undefined);
    setServerMessage(undefined);
    setFile(null);
    setIsChecking(chosen !== null);
    const check = chosen ? checkDocument(chosen) : Promise.resolve(undefined);
    checked.current = check.then((found) => (found ? null : chosen));
    startTask(async (wait) => {
      const found = await wait(check);
      setIsChecking(false);
      if (found) setIssue(found);
      else setFile(chosen);
    });
  };

  return {
    file,
    isChecking,
    /** The chosen file after its check; null if it failed. */
    checkedFile: () => checked.current,
    size: file ? fileSize(file) : '',
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
