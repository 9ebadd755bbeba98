import Button from '@mui/material/Button';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingResponse } from '../../api/generated';
import { useFormats } from '../../i18n/useFormats';
import { FileField } from '../../ui/form/FileField';
import { ChosenPicture } from './ChosenPicture';
import { pictureTypes } from './checkPicture';
import styles from './SettingsPage.module.css';
import { usePictureUpload } from './usePictureUpload';

/** The pictures whose place on the portal has a name. */
const places = ['home.hero', 'login.background', 'signup.background', 'about.picture'] as const;

type ImageSettingProps = {
  setting: SettingResponse;
  /** What is drawn as long as no picture was uploaded. */
  renderOwn: (className: string) => ReactNode;
};

/** A picture, and how it is exchanged for another one. */
export function ImageSetting({ setting, renderOwn }: ImageSettingProps) {
  const { t } = useTranslation('settings');
  const { dateTime } = useFormats();
  const headingId = useId();
  const { key, value, lastModified } = setting;
  const place = places.find((known) => known === key);
  const name = place ? t(`name.${place}`) : key;
  const { file, size, error, share, busy, choose, upload } = usePictureUpload(setting.externalId, name);

  return (
    <article className={styles.setting} aria-labelledby={headingId}>
      <div className={styles.pictures}>
        <Figure caption={t(value === null ? 'own' : 'now')}>
          {value === null ? (
            renderOwn(styles.own ?? '')
          ) : (
            <img src={value} className={styles.picture} alt={t('nowOf', { name })} />
          )}
        </Figure>
        {file && (
          <Figure caption={t('chosen')}>
            <ChosenPicture file={file} alt={t('chosenFor', { name })} />
          </Figure>
        )}
      </div>
      <div>
        <h2 id={headingId} className={styles.name}>
          {name}
        </h2>
        <p className={styles.muted}>{t(place ? `where.${place}` : 'where')}</p>
        {value !== null && (
          <p className={styles.muted}>{t('changed', { changed: dateTime(lastModified) })}</p>
        )}
        <form
          noValidate
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            const picker = event.currentTarget.querySelector<HTMLElement>('input[type=file]');
            // The button is about to rest: the keyboard goes on where the next picture is chosen.
            void upload().then((done) => done && picker?.focus());
          }}
        >
          <FileField
            label={t('file', { name })}
            name="file"
            hint={t('hint')}
            accept={pictureTypes}
            file={file}
            size={size}
            error={error}
            share={share}
            onChoose={(chosen) => void choose(chosen)}
          />
          <Button type="submit" variant="contained" disabled={!file} loading={busy}>
            {t('update')}
          </Button>
        </form>
      </div>
    </article>
  );
}

function Figure({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <figure className={styles.figure}>
      <div className={styles.frame}>{children}</div>
      <figcaption className={styles.caption}>{caption}</figcaption>
    </figure>
  );
}
