import { useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useUploadSettingImageMutation } from '../../api/endpoints';
import { readUploadShare, subscribeToUploads } from '../../api/uploadFetch';
import { useErrorText } from '../../i18n/useErrorText';
import { useFormats } from '../../i18n/useFormats';
import type { FileFault } from '../../ui/file/fileFault';
import { useFaultText } from '../../ui/file/useFaultText';
import { useShowToast } from '../../ui/toasts';
import { checkPicture } from './checkPicture';

/** A picture for a setting: chosen, checked at once, and how much of it has been sent. */
export function usePictureUpload(id: string, name: string) {
  const { t } = useTranslation('settings');
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const faultText = useFaultText();
  const { count } = useFormats();
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<FileFault>();
  const latest = useRef<File | null>(null);
  const [send, { isLoading, error, reset }] = useUploadSettingImageMutation();
  const share = useSyncExternalStore(subscribeToUploads, () => readUploadShare(file));

  return {
    file,
    size: file ? `${count(Math.max(0.1, file.size / 1_000_000))}\u00a0MB` : '',
    /** From 0 to 1 while the picture is on its way. */
    share,
    busy: isLoading,
    error: fault ? faultText(fault, 'image') : error ? failureText(error) : '',
    /** A file that cannot be sent is not kept: its place is free for another one. */
    choose: async (chosen: File | null) => {
      latest.current = chosen;
      reset();
      setFault(undefined);
      setFile(null);
      if (!chosen) return;
      const found = await checkPicture(chosen);
      // Another one may have been chosen in the meantime.
      if (latest.current !== chosen) return;
      if (found) setFault(found);
      else setFile(chosen);
    },
    /** Answers whether the picture is in use. */
    upload: async (): Promise<boolean> => {
      if (!file) return false;
      const { error: refused } = await send({ id, uploadSettingImageForm: { file } });
      if (refused) return false;
      setFile(null);
      showToast(t('done', { name }), 'success');
      return true;
    },
  };
}
