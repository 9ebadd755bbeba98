import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useUploadSettingImageMutation } from '../../api/endpoints';
import type { ErrorMessage } from '../../api/generated';
import { readUploadShare, subscribeToUploads } from '../../api/uploadFetch';
import { useErrorText } from '../../i18n/useErrorText';
import { useFormats } from '../../i18n/useFormats';
import { showToast } from '../../ui/toasts';
import { checkPicture } from './checkPicture';

/** A picture for a setting: chosen, checked at once, and how much of it has been sent. */
export function usePictureUpload(id: string, name: string) {
  const { t } = useTranslation(['settings', 'errors']);
  const { failureText } = useErrorText();
  const { count } = useFormats();
  const [file, setFile] = useState<File | null>(null);
  const [wrong, setWrong] = useState<ErrorMessage>();
  const [send, { isLoading, error, reset }] = useUploadSettingImageMutation();
  const share = useSyncExternalStore(subscribeToUploads, () => readUploadShare(file));

  return {
    file,
    size: file ? `${count(Math.max(0.1, file.size / 1_000_000))} MB` : '',
    /** From 0 to 1 while the picture is on its way. */
    share,
    busy: isLoading,
    error: wrong ? t(`errors:${wrong}`) : error ? failureText(error) : '',
    /** A file that cannot be sent is not kept: its place is free for another one. */
    choose: (chosen: File | null) => {
      const mistake = chosen ? checkPicture(chosen) : undefined;
      reset();
      setWrong(mistake);
      setFile(mistake ? null : chosen);
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
