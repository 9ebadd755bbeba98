import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingResponse } from '../../api/generated';
import { useFormats } from '../../i18n/useFormats';
import { BusyButton } from '../../ui/button/BusyButton';
import { FileField } from '../../ui/form/FileField';
import { ChosenImage } from './ChosenImage';
import { imageTypes } from './checkImage';
import { RemoveImage } from './RemoveImage';
import styles from './SettingsPage.module.css';
import { useImageUpload } from './useImageUpload';

/** The settings with a translated name. */
const namedSettings = ['home.hero', 'login.background', 'signup.background', 'about.picture'] as const;

type ImageSettingProps = {
  setting: SettingResponse;
  /** Renders the default while there is no image. */
  renderDefault: (className: string) => ReactNode;
};

/** The image of a setting, and a form to replace it. */
export function ImageSetting({ setting, renderDefault }: ImageSettingProps) {
  const { t } = useTranslation('settings');
  const { dateTime } = useFormats();
  const headingId = useId();
  const form = useRef<HTMLFormElement>(null);
  const { key, value, lastModified } = setting;
  const namedKey = namedSettings.find((known) => known === key);
  const name = namedKey ? t(`name.${namedKey}`) : key;
  const { file, size, error, progress, busy, choose, upload } = useImageUpload(setting.externalId, name);

  const [removals, setRemovals] = useState(0);
  // After the dialog has returned the focus to the button that opened it, and that disappears.
  useEffect(() => {
    if (removals > 0) focusFilePicker(form.current);
  }, [removals]);

  return (
    <article className={styles.setting} aria-labelledby={headingId}>
      <div className={styles.images}>
        <Figure caption={t(value === null ? 'default' : 'now')}>
          {value === null ? (
            renderDefault(styles.defaultImage ?? '')
          ) : (
            <img src={value} className={styles.image} alt={t('nowOf', { name })} />
          )}
        </Figure>
        {file && (
          <Figure caption={t('chosen')}>
            <ChosenImage file={file} alt={t('chosenFor', { name })} />
          </Figure>
        )}
      </div>
      <div>
        <h2 id={headingId} className={styles.name}>
          {name}
        </h2>
        <p className={styles.muted}>{t(namedKey ? `where.${namedKey}` : 'where')}</p>
        {value !== null && (
          <p className={styles.muted}>{t('changed', { changed: dateTime(lastModified) })}</p>
        )}
        <form
          ref={form}
          noValidate
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            // The button becomes disabled: the file picker is focused for the next image.
            void upload().then((done) => done && focusFilePicker(form.current));
          }}
        >
          <FileField
            label={t('file', { name })}
            name="file"
            hint={t('hint')}
            accept={imageTypes}
            file={file}
            size={size}
            error={error}
            progress={progress}
            onChoose={choose}
          />
          <BusyButton type="submit" variant="contained" disabled={!file} loading={busy}>
            {t('update')}
          </BusyButton>
        </form>
        {value !== null && (
          <div className={styles.remove}>
            <RemoveImage id={setting.externalId} name={name} onDone={() => setRemovals(removals + 1)} />
          </div>
        )}
      </div>
    </article>
  );
}

function focusFilePicker(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('input[type=file]')?.focus();
}

function Figure({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <figure className={styles.figure}>
      <div className={styles.frame}>{children}</div>
      <figcaption className={styles.caption}>{caption}</figcaption>
    </figure>
  );
}
