import { useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { type Failure, serverError } from '../../api/failure';
import type { ErrorMessage } from '../../api/generated';
import { readUploadShare, subscribeToUploads } from '../../api/uploadFetch';
import { useFormats } from '../../i18n/useFormats';
import type { FileFault } from '../../ui/file/fileFault';
import { useFaultText } from '../../ui/file/useFaultText';
import { checkDocument } from './checkDocument';

/** The proof of study: chosen, checked at once, and how much of it has been sent. */
export function useProof() {
  const { t } = useTranslation('errors');
  const faultText = useFaultText();
  const { count } = useFormats();
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<FileFault>();
  const [refused, setRefused] = useState<ErrorMessage>();
  const latest = useRef<File | null>(null);
  const share = useSyncExternalStore(subscribeToUploads, () => readUploadShare(file));

  /** A file that cannot be sent is not kept: its place is free for another one. */
  const choose = async (chosen: File | null) => {
    latest.current = chosen;
    setFault(undefined);
    setRefused(undefined);
    setFile(null);
    if (!chosen) return;
    const found = await checkDocument(chosen);
    // Meanwhile another one may have been chosen.
    if (latest.current !== chosen) return;
    if (found) setFault(found);
    else setFile(chosen);
  };

  return {
    file,
    size: file ? `${count(Math.max(0.1, file.size / 1_000_000))}\u00a0MB` : '',
    share,
    error: fault ? faultText(fault, 'document') : refused ? t(refused) : '',
    choose,
    /** The server has the last word: what it says against the file is said where the file stands. */
    refuse: (failure: Failure) => setRefused(documentMistake(failure)),
  };
}

/** The message about the file, when the refusal is about the file. */
export function documentMistake(failure: Failure): ErrorMessage | undefined {
  const message = serverError(failure)?.message;
  return message?.startsWith('exception.document.') ? message : undefined;
}
