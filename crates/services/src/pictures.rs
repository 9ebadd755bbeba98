//! Serving pictures.

use crate::error::ServiceError;
use crate::ports::{Picture, PictureFormat, PictureSize, Ports};

/// A stored picture in one of the sizes. Whoever knows a location may see the picture: locations are
/// random and are told only to those who may see what they belong to.
pub async fn serve(
    ports: &Ports,
    location: &str,
    size: PictureSize,
    best: PictureFormat,
) -> Result<Picture, ServiceError> {
    Ok(ports.pictures.serve(location, size, best).await?)
}
