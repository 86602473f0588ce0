// Package otlp decodes profiles of OpenTelemetry (OTLP): the message ProfilesData or ExportProfilesServiceRequest, as protobuf or JSON. It does
// not interpret them.
//
// The format changed without a version number. These versions of opentelemetry-proto are read:
//
//	version      released    tables                       stacks of samples
//	1.4, 1.5     2024        in each profile              ranges of its location_indices
//	1.6          2025        ProfilesData                 ranges of location_indices of the profile
//	1.7          May 2025    ProfilesDictionary           ranges of location_indices of the profile
//	1.8, 1.9     Sep 2025    ProfilesDictionary           stack_table, values in field 2 of a sample
//	since 1.10   Mar 2026    ProfilesDictionary           stack_table, values in field 4 of a sample
//
// They are told apart by the fields and wire types of profiles and samples. The package v1experimental of version 1.3 is not read.
package otlp
