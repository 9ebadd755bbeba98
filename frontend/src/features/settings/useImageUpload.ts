import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUploadSettingImageMutation } from '../../api/endpoints';
import { useUploadProgress } from '../../api/files/uploads';
import { useLatestTask } from '../../api/useLatestTask';
import { useErrorText } from '../../i18n/useErrorText';
import type { FileIssue } from '../../ui/file/checkFile';
import { useFileIssueText } from '../../ui/file/useFileIssueText';
import { useFileSize } from '../../ui/file/useFileSize';
import { useShowToast } from '../../ui/toast/toasts';
import { checkImage } from './checkImage';

/** An image for a setting: the chosen file, its check, and the progress of its upload. */
export function useImageUpload(id: string, name: string) {
  const { t } = useTranslation('settings');
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const issueText = useFileIssueText();
  const fileSize = useFileSize();
  const [file, setFile] = useState<File | null>(null);
  const [issue, setIssue] = useState<FileIssue>();
  const startTask = useLatestTask();
  const [send, { isLoading, error, reset }] = useUploadSettingImageMutation();
  const progress = useUploadProgress(file);

  return {
    file,
    size: file ? fileSize(file) : '',
    /** From 0 to 1 during the upload. */
    progress,
    busy: isLoading,
    error: issue ? issueText(issue, 'image') : error ? failureText(error) : '',
    /** A file that fails the check is not kept. */
    choose: (chosen: File | null) => {
      reset();
      setIssue(undefined);
      setFile(null);
      startTask(async (wait) => {
        const found = chosen && (await wait(checkImage(chosen)));
        if (found) setIssue(found);
        else setFile(chosen);
      });
    },
    /** Returns whether the image was replaced. */
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
