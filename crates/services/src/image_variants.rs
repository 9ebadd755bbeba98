//! Images in the sizes in which they are served.

use crate::error::ServiceError;
use crate::ports::{EncodedImage, Ports, VariantFormat, VariantSize};

/// A variant of a stored image. No authorization: locations are random and sent only to readers of
/// the listing or setting that the image belongs to.
pub async fn serve_image(
    ports: &Ports,
    location: &str,
    size: VariantSize,
    best: VariantFormat,
) -> Result<EncodedImage, ServiceError> {
    Ok(ports.images.serve(location, size, best).await?)
}
