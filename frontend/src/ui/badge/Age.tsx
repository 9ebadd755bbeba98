import { useAge } from '../../i18n/useAge';
import { useFormats } from '../../i18n/useFormats';

/** How long ago something was; the tooltip has the exact time. */
export function Age({ since }: { since: string }) {
  const age = useAge();
  const { dateTime } = useFormats();
  return (
    <time dateTime={since} title={dateTime(since)}>
      {age(since)}
    </time>
  );
}
