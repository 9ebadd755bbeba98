import { useTranslation } from 'react-i18next';
import { TextArea } from '../../../ui/form/TextArea';
import { maxLengths } from '../validation/validate';
import { useFieldError, useWizardValue } from './useWizardField';

const names = ['description', 'tenantDescription', 'locationDescription'] as const;

export function DescriptionsStep() {
  return names.map((name) => <Description key={name} name={name} />);
}

function Description({ name }: { name: (typeof names)[number] }) {
  const { t } = useTranslation('wizard');
  const { value, onChange } = useWizardValue(name);
  return (
    <TextArea
      name={name}
      label={t(name)}
      placeholder={t(`${name}Hint`)}
      required
      rows={8}
      limit={maxLengths[name]}
      value={value}
      error={useFieldError(name)}
      onChange={onChange}
    />
  );
}
