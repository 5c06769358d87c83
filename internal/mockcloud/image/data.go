package image

import (
	"crypto/md5" //nolint:gosec // Glance's checksum is MD5
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

var dataOperations = map[string]pipeline.Operation{
	"images.upload": {
		Steps: []pipeline.Step{
			{Name: "ask for the status queued", Run: needsQueued},
			{Name: "ask for the formats", Run: needsFormats},
			{Name: "keep the data", Run: upload},
		},
		Answer: answerNoContent,
	},
	"images.download": {
		Steps:  []pipeline.Step{{Name: "refuse a deactivated image", Run: needsActivated}},
		Answer: download,
	},
	"images.deactivate": {
		Steps:  []pipeline.Step{{Name: "deactivate the image", Run: changeStatus("deactivate", "active", "deactivated")}},
		Answer: answerNoContent,
	},
	"images.reactivate": {
		Steps:  []pipeline.Step{{Name: "reactivate the image", Run: changeStatus("reactivate", "deactivated", "active")}},
		Answer: answerNoContent,
	},
}

func needsFormats(x *pipeline.Exchange) *pipeline.Fault {
	img := pipeline.Subject[state.Image](x)
	var unset []string
	if img.DiskFormat == nil {
		unset = append(unset, "disk_format")
	}
	if img.ContainerFormat == nil {
		unset = append(unset, "container_format")
	}
	if len(unset) > 0 {
		return pipeline.BadRequest("Properties %s must be set prior to saving data.", strings.Join(unset, ", "))
	}
	return nil
}

func needsQueued(x *pipeline.Exchange) *pipeline.Fault {
	if img := pipeline.Subject[state.Image](x); img.Status != "queued" {
		return pipeline.Conflict("Image status transition from %s to saving is not allowed", img.Status)
	}
	return nil
}

func upload(x *pipeline.Exchange) *pipeline.Fault {
	img := *pipeline.Subject[state.Image](x)
	Fill(&img, x.Raw)
	img.Updated = x.Now()
	state.Images.Insert(x.Txn, &img)
	return nil
}

// Fill sets an image's data, size and checksums, and the status active.
func Fill(img *state.Image, data []byte) {
	size := int64(len(data))
	sum, hash := md5.Sum(data), sha512.Sum512(data) //nolint:gosec // see the import
	img.Data, img.Size, img.Status = data, &size, "active"
	img.Checksum, img.HashAlgo, img.Hash = hex.EncodeToString(sum[:]), "sha512", hex.EncodeToString(hash[:])
	if img.DiskFormat != nil && *img.DiskFormat == "raw" {
		img.VirtualSize = &size
	}
}

func needsActivated(x *pipeline.Exchange) *pipeline.Fault {
	if pipeline.Subject[state.Image](x).Status == "deactivated" && !x.Caller.Admin() {
		return pipeline.Forbidden("The requested image has been deactivated. Image data download is forbidden.")
	}
	return nil
}

func download(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	img := pipeline.Subject[state.Image](x)
	given := x.Header("Range")
	if given != "" {
		x.DoNotKeep()
	}
	if strings.Contains(given, ",") {
		return nil, pipeline.BadRequest("Requests with multiple ranges are not supported in Glance. You may make multiple single-range " +
			"requests instead.")
	}
	if img.Size == nil || img.Staged != nil {
		return pipeline.Status(204), nil
	}
	answer := &pipeline.Response{Status: 200, Raw: img.Data, ContentType: "application/octet-stream"}
	if answer.Raw == nil {
		answer.Raw = []byte{}
	}
	answer.WithHeader("Content-Md5", img.Checksum)
	if given == "" {
		return answer, nil
	}
	from, to, fault := parseRange(given, len(img.Data))
	if fault != nil {
		return nil, fault
	}
	answer.Status, answer.Raw = 206, img.Data[from:to+1]
	return answer.WithHeader("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, to, len(img.Data))), nil
}

// parseRange reads a Range header with one range; from and to are included.
func parseRange(header string, size int) (from, to int, fault *pipeline.Fault) {
	bad := func(detail string) *pipeline.Fault {
		return detailed(416, "The Range requested is not available.", detail)
	}
	first, last, ok := strings.Cut(strings.TrimPrefix(header, "bytes="), "-")
	if !ok || !strings.HasPrefix(header, "bytes=") {
		return 0, 0, bad("Invalid Range header.")
	}
	from, to = 0, size-1
	var err error
	if first == "" {
		n, err := strconv.Atoi(last)
		if err != nil || n <= 0 {
			return 0, 0, bad("Invalid Range header.")
		}
		return max(0, size-n), to, nil
	}
	if from, err = strconv.Atoi(first); err != nil || from >= size {
		return 0, 0, bad(fmt.Sprintf("Invalid start position in Range header. Start position MUST be in the inclusive range [0, %d].", size-1))
	}
	if last != "" {
		if to, err = strconv.Atoi(last); err != nil || to < from {
			return 0, 0, bad("Invalid Range header.")
		}
	}
	return from, min(to, size-1), nil
}

// changeStatus changes the status; it is no error if the image has the status already.
func changeStatus(verb, from, to string) func(*pipeline.Exchange) *pipeline.Fault {
	return func(x *pipeline.Exchange) *pipeline.Fault {
		img := *pipeline.Subject[state.Image](x)
		switch img.Status {
		case to:
			return nil
		case from:
			img.Status, img.Updated = to, x.Now()
			state.Images.Insert(x.Txn, &img)
			return nil
		}
		return pipeline.Forbidden("Not allowed to %s image in status '%s'", verb, img.Status)
	}
}
